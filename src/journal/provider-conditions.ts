import { secondNames } from '../core/registry/providers.ts';

/** SQL: `canonicalProvider` of the name that the SQL expression gives. */
function canonicalName(name: string): string {
  const cases = secondNames.map(
    ([form, canonical]) => `when lower(${name}) ~ '${form.source}' then '${canonical}'`,
  );
  return `(case ${cases.join(' ')} else lower(${name}) end)`;
}

/** SQL: whether the SQL expressions name one provider. */
export function isSameProvider(one: string, other: string): string {
  return `${canonicalName(one)} = ${canonicalName(other)}`;
}
