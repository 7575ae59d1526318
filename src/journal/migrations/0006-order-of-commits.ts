import type { Migration } from './migration.ts';

/**
 * The place of each attempt in the order in which attempts are committed: of what a journal that
 * went back has lost, the one with the highest is lost for certain. And of a lost payment what it
 * may bring, so that it counts as a rival for what arrives.
 */
export const orderOfCommits: Migration = {
  number: 6,
  name: 'order-of-commits',
  statements: [
    // Attempts committed so far, lost ones too: a number is never given twice, not even by a
    // journal that went back.
    'alter table journal_instance add column committed bigint not null default 0',
    'alter table attempts add column sequence bigint',
    `update attempts a set sequence = counted.place
     from (select id, row_number() over (order by signed_at, id) as place from attempts) counted where counted.id = a.id`,
    'update journal_instance set committed = (select count(*) from attempts)',
    'create unique index attempts_sequence on attempts (sequence)',
    'alter table lost_attempts add column sequence bigint not null default 0',
    'alter table lost_attempts add column payment jsonb',
  ],
};
