import type { PlaceName, SandboxChainName } from '../endpoints.ts';
import { SandboxError } from '../sandbox-error.ts';
import type { AuditReader } from './audit-reader.ts';
import type { AuditOpening, ChainSnapshot } from './audit-types.ts';
import { createAuditReader } from './create-audit-reader.ts';
import { endpointsOf } from './notation.ts';
import { accountsOn } from './open-audit.ts';

/** The opening and the closing of one chain. */
export interface ChainBook {
  readonly chain: SandboxChainName;
  readonly reader: AuditReader;
  readonly opening: ChainSnapshot;
  readonly closing: ChainSnapshot;
}

export type Books = readonly ChainBook[];

/** Reads all accounts again at the latest block of each chain. */
export function closeBooks({ chains, accounts, snapshots }: AuditOpening): Promise<Books> {
  return Promise.all(
    snapshots.map(async (opening) => {
      const { chain } = opening;
      const reader = await createAuditReader(chain, endpointsOf(chains, chain));
      return {
        chain,
        reader,
        opening,
        closing: await reader.takeSnapshot(accountsOn(accounts, chain)),
      };
    }),
  );
}

/** @throws {SandboxError} `bad-option` if the audit did not open this chain */
export function bookOf(books: Books, chain: PlaceName): ChainBook {
  const book = books.find((one) => one.chain === chain);
  if (book === undefined)
    throw new SandboxError(
      'bad-option',
      `The audit was not opened on ${chain}. Add an account there to openAudit.`,
    );
  return book;
}
