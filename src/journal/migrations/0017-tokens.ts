import type { Migration } from './migration.ts';

/**
 * Symbols and decimals of tokens, for jobs that are submitted while their chain does not answer.
 * Keyed by the network's CAIP-2 id, since names of chains are configuration.
 */
export const tokens: Migration = {
  number: 17,
  name: 'tokens',
  statements: [
    `create table tokens (
      network text not null,
      address text not null,
      symbol text not null,
      decimals int not null check (decimals between 0 and 255),
      read_at timestamptz not null default now(),
      constraint tokens_once primary key (network, address)
    )`,
  ],
};
