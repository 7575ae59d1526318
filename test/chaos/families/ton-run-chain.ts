import { Address, internal, SendMode, type Transaction } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { TonClient, WalletContractV4, WalletContractV5R1 } from '@ton/ton';
import { hexToBytes } from 'viem';
import { createTonJettons } from '../../../sandbox/audit/ton-jettons.ts';
import type { TonChainEndpoints } from '../../../sandbox/endpoints.ts';
import { normalizedHash } from '../../../sandbox/ton/external-message.ts';
import { tonNativeToken } from '../../../src/families/ton/formats/chain.ts';
import type {
  ChainHistory,
  Incoming,
  Outgoing,
  RunChain,
  RunWallet,
  Waiting,
  Wallets,
} from './run-chain.ts';
import { createTonHistory, messagesOf, type TonHistory } from './ton-history.ts';
import { arrivedJettons, type KnownTon, whatItPaid } from './ton-payments.ts';

/** Worth nothing: nanotons. */
const trifle = 1n;
const lifetimeSeconds = 60;
const maxTries = 20;

interface Owned {
  name: string;
  account: Address;
  /** Its jetton wallets, by raw address, with the tokens that are in them. */
  jettonWallets: ReadonlyMap<string, string>;
}

/**
 * Reads the histories of accounts through toncenter's interface, and follows every message to
 * whoever received it.
 */
export function tonRunChain(
  name: 'TON',
  { rpcUrls, tokens, pools, networkId }: TonChainEndpoints,
): RunChain {
  const client = new TonClient({ endpoint: `${rpcUrls[0] ?? ''}/jsonRPC` });
  const minters = tokens.map(({ address }) => Address.parse(address));
  const jettons = createTonJettons(client, minters);
  const known = new Set(pools.map((address) => Address.parse(address).toRawString()));

  const ownedBy = (wallets: Wallets): Promise<Owned[]> =>
    Promise.all(
      wallets
        .filter(({ family }) => family === 'ton')
        .map(async ({ name: called, address }) => {
          const account = Address.parse(address);
          const held = tokens.map(async (token, index) => {
            const minter = minters[index];
            return minter
              ? [[(await jettons.walletOf(minter, account)).toRawString(), token.address] as const]
              : [];
          });
          return {
            name: called,
            account,
            jettonWallets: new Map((await Promise.all(held)).flat()),
          };
        }),
    );

  return {
    name,
    family: 'ton',
    async readHistory(wallets) {
      const history = createTonHistory(client);
      const read: ChainHistory = { outgoing: [], incoming: [], approvals: [], accounts: [] };
      for (const wallet of await ownedBy(wallets)) {
        const place = { chain: name, wallet: wallet.name };
        for (const transaction of [...(await history.transactionsOf(wallet.account))].reverse()) {
          const txId = messageIdOf(wallet, transaction);
          if (txId === undefined)
            read.incoming.push(...coinsBrought(transaction).map((one) => ({ ...place, ...one })));
          else {
            const paid = await paymentsIn(transaction, history, {
              pools: known,
              jettonWallets: wallet.jettonWallets,
            });
            read.outgoing.push(...paid.map((one) => ({ ...place, txId, ...one })));
          }
        }
        read.incoming.push(
          ...(await jettonsBrought(wallet, history)).map((one) => ({ ...place, ...one })),
        );
      }
      return read;
    },
    async balanceOf(account, token) {
      const owner = Address.parse(account);
      if (token === tonNativeToken) return client.getBalance(owner);
      return jettons.balanceOf(Address.parse(token), owner);
    },
    /** No node shows what waits outside; what a wallet has sent may be on its way. */
    async readWaiting(wallets) {
      const history = createTonHistory(client);
      const waiting: Waiting[] = [];
      for (const wallet of await ownedBy(wallets)) {
        for (const transaction of await history.transactionsOf(wallet.account)) {
          const what = messageIdOf(wallet, transaction);
          if (what === undefined || (await history.isWhole(transaction))) continue;
          waiting.push({ wallet: wallet.name, what, isNext: true });
        }
      }
      return waiting;
    },
    readHeight: async () => BigInt((await client.getMasterchainInfo()).latestSeqno),
    async sendFrom(wallet) {
      // Whoever else uses the wallet may come first, with the same number.
      for (let tries = 1; ; tries += 1) {
        try {
          return await sendTrifle(client, wallet, networkId);
        } catch (cause) {
          if (tries >= maxTries) throw cause;
        }
      }
    },
  };
}

/**
 * Of what came from outside: the hash that it has without what others may change on its way
 * (TEP-467), in hex.
 */
function messageIdOf({ account }: Owned, { inMessage }: Transaction): string | undefined {
  return inMessage?.info.type === 'external-in' ? hashOf(account, inMessage.body) : undefined;
}

function hashOf(account: Address, body: Parameters<typeof normalizedHash>[1]): string {
  return Buffer.from(normalizedHash(account, body), 'base64').toString('hex');
}

/** Each message for itself: it may pay for another job. What has sent nothing has failed. */
async function paymentsIn(
  transaction: Transaction,
  history: TonHistory,
  known: KnownTon,
): Promise<Pick<Outgoing, 'succeeded' | 'paid' | 'deposits' | 'fetched'>[]> {
  const messages = messagesOf(transaction);
  if (messages.length === 0) return [{ succeeded: false, paid: [], deposits: [], fetched: [] }];
  return Promise.all(
    messages.map(async (message) => ({
      ...(await whatItPaid(message, history, known)),
      fetched: [],
    })),
  );
}

function coinsBrought(transaction: Transaction): Pick<Incoming, 'txId' | 'token' | 'amount'>[] {
  const info = transaction.inMessage?.info;
  if (info?.type !== 'internal' || info.bounced) return [];
  return [
    { txId: transaction.hash().toString('hex'), token: tonNativeToken, amount: info.value.coins },
  ];
}

async function jettonsBrought(
  { jettonWallets }: Owned,
  history: TonHistory,
): Promise<Pick<Incoming, 'txId' | 'token' | 'amount'>[]> {
  const brought: Pick<Incoming, 'txId' | 'token' | 'amount'>[] = [];
  for (const [address, token] of jettonWallets) {
    for (const transaction of await history.transactionsOf(Address.parse(address))) {
      const amount = arrivedJettons(transaction);
      if (amount > 0n) brought.push({ txId: transaction.hash().toString('hex'), token, amount });
    }
  }
  return brought;
}

async function sendTrifle(
  client: TonClient,
  { secret, version, address }: RunWallet,
  networkGlobalId: number,
): Promise<string> {
  const { publicKey, secretKey } = keyPairFromSeed(Buffer.from(hexToBytes(secret)));
  const terms = { publicKey, workchain: 0 };
  const wallet =
    version === 'v4r2'
      ? WalletContractV4.create(terms)
      : WalletContractV5R1.create({ ...terms, walletId: { networkGlobalId } });
  if (!wallet.address.equals(Address.parse(address)))
    throw new Error(`${address} is another wallet of its key`);
  const transfer = {
    seqno: await client.open(wallet as WalletContractV4).getSeqno(),
    secretKey,
    sendMode: SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS,
    timeout: Math.floor(Date.now() / 1_000) + lifetimeSeconds,
    messages: [internal({ to: wallet.address, value: trifle, bounce: false })],
  };
  const body =
    wallet instanceof WalletContractV4
      ? wallet.createTransfer(transfer)
      : wallet.createTransfer(transfer);
  await client.sendExternalMessage(wallet, body);
  return hashOf(wallet.address, body);
}
