import type { ChainName, TokenAddress } from '../swap/chains.ts';

/** More than this is too much for a hot wallet. Decimals, as a person writes them. */
export type Ceiling = {
  /** Name of the wallet: each of its accounts has the ceiling by itself. */
  wallet: string;
} & (
  | {
      /** Of all that it has a price for. */
      aboveUsd: string;
    }
  | {
      chain: ChainName;
      /** In any form that jobs take. */
      token: TokenAddress;
      /** In units of the token. */
      above: string;
    }
);
