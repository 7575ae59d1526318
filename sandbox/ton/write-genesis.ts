import { type Account, genesisAccount } from './account.ts';
import { JETTONS, minterOf, TREASURY } from './ton-catalogue.ts';

/** In nanotons: of a billion, which is less than half of what the main network has. */
const TREASURY_BALANCE = 1_000_000_000n * 10n ** 9n;
/** In nanotons: many years of storage. */
const MINTER_BALANCE = 10n * 10n ** 9n;

/** The accounts that the first block has, by raw address: before it there is nobody to pay for one. */
export function writeGenesis(): ReadonlyMap<string, Account> {
  const unixSeconds = Math.floor(Date.now() / 1_000);
  const contracts = [
    { address: TREASURY.wallet.address, init: TREASURY.wallet.init, balance: TREASURY_BALANCE },
    ...JETTONS.map((jetton) => ({ ...minterOf(jetton), balance: MINTER_BALANCE })),
  ];
  return new Map(
    contracts.map(({ address, init, balance }) => [
      address.toRawString(),
      genesisAccount({ address, ...init, balance, unixSeconds }),
    ]),
  );
}
