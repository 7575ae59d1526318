import { CHAIN_DEFINITIONS } from '../chains/chain-catalogue.ts';
import { type Account, genesisAccount } from './account.ts';
import { jettonWallet } from './jetton.ts';
import { POOLS, poolContracts } from './liquidity-pool.ts';
import type { TonAccount } from './ton-account.ts';
import { JETTONS, type Jetton, minterOf, TON, TREASURY } from './ton-catalogue.ts';

/** The accounts that exist from the first block, besides the treasury. */
interface Genesis {
  /** Have a large balance of every token. */
  readonly payers: readonly TonAccount[];
  readonly gateways: readonly TonAccount[];
}

/** In nanotons: a billion coins, less than half of the main network's supply. */
const TREASURY_BALANCE = 1_000_000_000n * 10n ** 9n;
/** In nanotons: pays for many years of storage. */
const CONTRACT_BALANCE = 10n * 10n ** 9n;

/** The accounts of the first block, by raw address. Before it nobody can pay for one. */
export function writeGenesis({ payers, gateways }: Genesis): ReadonlyMap<string, Account> {
  const unixSeconds = Math.floor(Date.now() / 1_000);
  const contracts = [
    { ...contractOf(TREASURY), balance: TREASURY_BALANCE },
    ...payers.map((account) => ({ ...contractOf(account), balance: stockOf(TON.decimals) })),
    ...gateways.map((account) => ({ ...contractOf(account), balance: CONTRACT_BALANCE })),
    ...JETTONS.flatMap((jetton) => {
      const stock = stockOf(jetton.decimals);
      const minter = minterOf(jetton, stock * BigInt(payers.length) + pooled(jetton));
      const wallets = payers.map(({ wallet }) =>
        jettonWallet(jetton.minter, wallet.address, stock),
      );
      return [minter, ...wallets].map((contract) => ({ ...contract, balance: CONTRACT_BALANCE }));
    }),
    ...POOLS.flatMap(poolContracts),
  ];
  return new Map(
    contracts.map(({ address, init, balance }): [string, Account] => [
      address.toRawString(),
      genesisAccount({ address, ...init, balance, unixSeconds }),
    ]),
  );
}

function contractOf({ wallet: { address, init } }: TonAccount) {
  return { address, init };
}

/** In base units. */
function stockOf(decimals: number): bigint {
  return CHAIN_DEFINITIONS.TON.payerStock * 10n ** BigInt(decimals);
}

/** In base units. */
function pooled(jetton: Jetton): bigint {
  return POOLS.filter((pool) => pool.jetton === jetton).reduce(
    (sum, { firstReserves }) => sum + firstReserves.jettons,
    0n,
  );
}
