import type { ChainName, Family } from '../core/swap/chains.ts';
import type { ChainAdapter } from '../ports/chain-adapter.ts';
import type { Keys } from '../ports/keys.ts';
import type { Prices } from '../ports/prices.ts';
import type { SignatureLog } from '../ports/signature-log.ts';
import type { PartToSign, SigningFacts } from '../ports/signer.ts';
import type { JudgingContext } from './judge-bytes.ts';
import type { UnpaidContext } from './require-unpaid.ts';

interface SignerKeys extends Keys {
  /** The name of an account's key. `undefined`: no keystore has it. */
  keyRefOf(account: { family: Family; address: string }): string | undefined;
}

export interface SignerContext extends JudgingContext, UnpaidContext {
  chains: ReadonlyMap<ChainName, ChainAdapter>;
  prices: Prices;
  keys: SignerKeys;
  signatures: SignatureLog;
}

/** A part with the facts by which it was judged. */
export type JudgedPart = PartToSign & { facts: SigningFacts };
