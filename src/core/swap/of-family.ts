import type { Family } from './chains.ts';

/** What belongs to a chain of one family; the adapter of another one was handed it by mistake. */
export function ofFamily<Member extends { family: Family }, Name extends Family>(
  member: Member,
  family: Name,
): Extract<Member, { family: Name }> {
  if (member.family !== family)
    throw new TypeError(`a member of ${member.family} where one of ${family} belongs`);
  return member as Extract<Member, { family: Name }>;
}
