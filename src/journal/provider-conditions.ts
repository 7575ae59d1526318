import { namedAfterService, nameOfService, providerAliases } from '../core/registry/providers.ts';

/** SQL: `canonicalProvider` of the name that the SQL expression gives. */
function canonicalName(name: string): string {
  const cases = Object.entries(providerAliases)
    .map(([alias, canonical]) => `when lower(${name}) = '${alias}' then '${canonical}'`)
    .join(' ');
  return `(case when lower(${name}) ~ '${namedAfterService.source}' then '${nameOfService}' ${cases} else lower(${name}) end)`;
}

/** SQL: whether the SQL expressions name one provider. */
export function isSameProvider(one: string, other: string): string {
  return `${canonicalName(one)} = ${canonicalName(other)}`;
}
