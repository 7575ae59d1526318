import type { Family } from './chains.ts';

/** Narrows a value to one family. Throws `TypeError` if it belongs to another family: a bug. */
export function ofFamily<Member extends { family: Family }, Name extends Family>(
  member: Member,
  family: Name,
): Extract<Member, { family: Name }> {
  if (member.family !== family)
    throw new TypeError(`expected a value of family ${family}, got one of ${member.family}`);
  return member as Extract<Member, { family: Name }>;
}
