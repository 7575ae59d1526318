import { isNativeToken, type TokenAddress } from '../../../core/swap/chains.ts';
import { ofFamily } from '../../../core/swap/of-family.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { SimulatedChanges, SimulateRequest } from '../../../ports/chain-adapter.ts';
import type { TonAccountStatus } from '../../../ports/ton-simulation.ts';
import { mapBounded } from '../../shared/endpoints/map-bounded.ts';
import type { TonChain } from '../formats/chain.ts';
import { checkCoins } from './check-coins.ts';
import type { Endpoint } from './endpoint.ts';
import { readUnsigned } from './external-message.ts';
import { readNewest } from './head.ts';
import { type JettonMove, readJettonMoves } from './jetton-moves.ts';
import { findJettonWallet, readJettonWallet, requireMinter } from './jettons.ts';
import { readAccount } from './read-account.ts';
import { requireAccount } from './require-account.ts';
import { runGetMethod } from './run-get-method.ts';
import { readSeqno } from './seqno.ts';
import type { OutgoingMessage } from './wallet-message.ts';

/**
 * No server simulates a message's whole trace, so the changes are computed from the bytes: the
 * coins that the messages send, and the jettons that the sender's own jetton wallets move. What the
 * receivers do is not included. Checks seqno, expiry, coins and jettons on the newest state. Throws
 * `TRANSACTION_REVERTS`, `INSUFFICIENT_GAS`, `UNKNOWN_TOKEN`.
 */
export async function simulate(
  endpoint: Endpoint,
  chain: TonChain,
  { unsigned, accounts, tokens, inspect }: SimulateRequest,
): Promise<SimulatedChanges> {
  const account = requireAccount(unsigned.account);
  const { message } = readUnsigned(unsigned.bytes);
  const { messages } = message;
  const { endLt: block, time } = await readNewest(endpoint);
  const seqno = await readSeqno(endpoint, chain, account);
  if (seqno !== BigInt(message.seqno)) {
    throw reverts(`the message has seqno ${message.seqno}, and the wallet accepts ${seqno} next`);
  }
  if (message.validUntil <= time) throw reverts('the message has expired');
  const { walletFee } = ofFamily(unsigned.fee, 'ton');
  await checkCoins(endpoint, account, messages, walletFee);
  const moves = await readJettonMoves(endpoint, account, messages);

  const jettons = tokens.filter((token) => !isNativeToken(chain, token));
  const jettonWallets = new Map(
    await mapBounded(jettons, async (token) => {
      return [token, await readJettonWallet(endpoint, chain, token, account)] as const;
    }),
  );
  const owners = [...new Set([account, ...accounts.map(requireAccount)])];
  const destinations = [...new Set(messages.map(({ destination }) => destination))];
  const inspected = [...new Set([...owners, ...inspect.map(requireAccount)])];
  const known = new Map(
    await mapBounded([...new Set([...destinations, ...inspected])], async (address) => {
      return [address, await readStatus(endpoint, address)] as const;
    }),
  );
  const called = destinations.filter((address) => known.get(address) === 'active');
  const reached = await findOwnJettonWallets(endpoint, account, called);
  return {
    balanceChanges: [
      ...coinChanges(chain.nativeToken.address, account, owners, messages),
      ...jettonChanges(chain, account, owners, jettons, moves),
    ],
    // Jettons have no allowances.
    allowanceChanges: tokens.flatMap((token) =>
      inspect.map((spender) => ({ token, spender, before: 0n, after: 0n })),
    ),
    authorityChanges: [],
    inspected: new Map(
      await mapBounded([...new Set([...owners, ...inspect])], async (address) => {
        const hasCode = known.get(requireAccount(address)) === 'active';
        return [
          address,
          { hasCode, isToken: hasCode && (await isToken(endpoint, requireAccount(address))) },
        ] as const;
      }),
    ),
    ton: {
      jettonWallets: new Map([...reached, ...jettonWallets]),
      destinations: new Map(destinations.map((one) => [one, known.get(one) ?? 'uninitialized'])),
    },
    block,
  };
}

/** What hosts must agree on beside the changes. */
export function tonFacts({ ton }: SimulatedChanges): string[] {
  if (!ton) return [];
  return [
    ...[...ton.jettonWallets].map(([token, wallet]) => `wallet of ${token} is ${wallet}`),
    ...[...ton.destinations].map(([destination, status]) => `${destination} is ${status}`),
  ];
}

/** The sender's jetton wallets among the called contracts, of any jetton: [minter, address]. */
async function findOwnJettonWallets(
  endpoint: Endpoint,
  account: string,
  called: readonly string[],
): Promise<(readonly [TokenAddress, string])[]> {
  const found = await mapBounded(called, (address) => findJettonWallet(endpoint, address));
  return found.flatMap((wallet, index) => {
    const address = called[index];
    return wallet?.owner === account && address !== undefined
      ? [[wallet.minter, address] as const]
      : [];
  });
}

type Change = SimulatedChanges['balanceChanges'][number];

function coinChanges(
  token: TokenAddress,
  sender: string,
  owners: readonly string[],
  messages: readonly OutgoingMessage[],
): Change[] {
  return owners.map((account) => {
    const delta = messages.reduce((sum, { destination, value }) => {
      if (destination === sender) return sum;
      if (account === sender) return sum - value;
      return destination === account ? sum + value : sum;
    }, 0n);
    return { account, token, delta };
  });
}

/** Changes of the requested and of the moved jettons. Requested ones keep their given address. */
function jettonChanges(
  chain: TonChain,
  sender: string,
  owners: readonly string[],
  requested: readonly TokenAddress[],
  moves: readonly JettonMove[],
): Change[] {
  const names = new Map(moves.map(({ minter }): [string, TokenAddress] => [minter, minter]));
  for (const token of requested) names.set(requireMinter(chain, token), token);
  return [...names].flatMap(([minter, token]) =>
    owners.map((account) => {
      const delta = moves.reduce((sum, { minter: moved, amount, destination }) => {
        if (moved !== minter || destination === sender) return sum;
        if (account === sender) return sum - amount;
        return destination === account ? sum + amount : sum;
      }, 0n);
      return { account, token, delta };
    }),
  );
}

async function readStatus(endpoint: Endpoint, address: string): Promise<TonAccountStatus> {
  const { state } = await readAccount(endpoint, address);
  return state;
}

/** Whether the account is a jetton minter or a jetton wallet. Neither can own jettons. */
export async function isToken(endpoint: Endpoint, address: string): Promise<boolean> {
  const answers = await mapBounded(['get_jetton_data', 'get_wallet_data'], (method) =>
    runGetMethod(endpoint, address, method),
  );
  return answers.some(({ exit_code }) => exit_code === 0);
}

function reverts(message: string): FerrymanError {
  return new FerrymanError('TRANSACTION_REVERTS', message);
}
