import { Keypair, SystemProgram } from '@solana/web3.js';
import {
  beginCell,
  Cell,
  Dictionary,
  type DictionaryValue,
  loadMessage,
  type Message,
  storeTransaction,
  type Transaction,
} from '@ton/core';
import { chainRegistry } from '../../../src/core/swap/chains.ts';
import { createBitcoinAdapter } from '../../../src/families/bitcoin/adapter/create-bitcoin-adapter.ts';
import type { BitcoinChain } from '../../../src/families/bitcoin/formats/chain.ts';
import { createEvmAdapter } from '../../../src/families/evm/adapter/create-evm-adapter.ts';
import type { EvmChain } from '../../../src/families/evm/formats/chain.ts';
import { encodeBase58 } from '../../../src/families/shared/formats/base58.ts';
import { createSolanaAdapter } from '../../../src/families/solana/adapter/create-solana-adapter.ts';
import type { SolanaChain } from '../../../src/families/solana/formats/chain.ts';
import { createTonAdapter } from '../../../src/families/ton/adapter/create-ton-adapter.ts';
import { encodeExternal, messageIdOf } from '../../../src/families/ton/adapter/external-message.ts';
import { encodeWalletMessage } from '../../../src/families/ton/adapter/wallet-message.ts';
import type { TonChain } from '../../../src/families/ton/formats/chain.ts';
import { createTronAdapter } from '../../../src/families/tron/adapter/create-tron-adapter.ts';
import { digestOf } from '../../../src/families/tron/adapter/raw-data.ts';
import type { TronChain } from '../../../src/families/tron/formats/chain.ts';
import type { ChainAdapter, SignedTransaction } from '../../../src/ports/chain-adapter.ts';
import { built } from '../solana/adapter/build-transaction.ts';
import { rawBytes, swapCall } from '../tron/guard/scenario.ts';

/** What a request is for. Everything else is a question about the network. */
type Purpose = 'send' | 'lookUp' | 'network';

export interface Served {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** How a family's real adapter is asked to send, and what a healthy server answers otherwise. */
export interface Subject {
  adapter(urls: readonly string[]): ChainAdapter;
  signed: SignedTransaction;
  /** The path of the adapter's URL. */
  path: string;
  purposeOf(method: string): Purpose;
  network: unknown;
  /** Of a look-up: what a server that has the transaction says, and one that has not. */
  found(method: string): Served;
  absent(method: string): Served;
}

const ok = (body: unknown): Served => ({ status: 200, body });
const by =
  (send: string, lookUps: readonly string[]) =>
  (method: string): Purpose =>
    method === send ? 'send' : lookUps.includes(method) ? 'lookUp' : 'network';

const id64 = 'ab'.repeat(32);

const evmId = `0x${id64}`;
const evm: Subject = {
  adapter: (rpcUrls) => createEvmAdapter({ chain: chainRegistry.ETH as EvmChain, rpcUrls }),
  signed: { chain: 'ETH', txId: evmId, bytes: '0x02f8' },
  path: '',
  purposeOf: by('eth_sendRawTransaction', ['eth_getTransactionByHash']),
  network: '0x1',
  found: () =>
    ok({ hash: evmId, from: `0x${'11'.repeat(20)}`, to: `0x${'22'.repeat(20)}`, value: '0x0' }),
  absent: () => ok(null),
};

const tronChain = chainRegistry.TRON as TronChain;
const raw = rawBytes(swapCall);
const tron: Subject = {
  adapter: (rpcUrls) => createTronAdapter({ chain: tronChain, rpcUrls }),
  signed: { chain: 'TRON', txId: Buffer.from(digestOf(raw)).toString('hex'), bytes: '0x0a02abcd' },
  path: '',
  purposeOf: by('wallet/broadcasthex', [
    'wallet/gettransactioninfobyid',
    'wallet/gettransactionfrompending',
  ]),
  network: {
    blockID: tronChain.genesis,
    block_header: { raw_data: { number: 0, timestamp: 0 } },
  },
  found: (method) =>
    ok(method === 'wallet/gettransactionfrompending' ? { raw_data_hex: raw.slice(2) } : {}),
  absent: () => ok({}),
};

const payer = Keypair.fromSeed(new Uint8Array(32).fill(7));
const transfer = SystemProgram.transfer({
  fromPubkey: payer.publicKey,
  toPubkey: payer.publicKey,
  lamports: 1,
});
const { data: wire } = built(payer.publicKey, [transfer], { signers: [payer] });
const solanaBytes = Buffer.from(wire, 'base64');
const solanaChain = chainRegistry.SOLANA as SolanaChain;
const inContext = (value: unknown) => ({ context: { slot: 9 }, value });
const solana: Subject = {
  adapter: (rpcUrls) => createSolanaAdapter({ chain: solanaChain, rpcUrls }),
  signed: {
    chain: 'SOLANA',
    txId: encodeBase58(solanaBytes.subarray(1, 65)),
    bytes: `0x${solanaBytes.toString('hex')}`,
  },
  path: '',
  purposeOf: by('sendTransaction', ['getSignatureStatuses']),
  network: solanaChain.genesis,
  found: () => ok(inContext([{ slot: 8, err: null, confirmationStatus: 'confirmed' }])),
  absent: () => ok(inContext([null])),
};

const wallet = `0:${'33'.repeat(32)}`;
const tonBytes = encodeExternal(
  wallet,
  encodeWalletMessage({
    version: 'v5r1',
    walletId: 1,
    validUntil: 2_000_000_000,
    seqno: 3,
    messages: [
      { destination: wallet, bounce: true, value: 1n, body: new Cell(), stateInit: undefined },
    ],
  }),
  new Uint8Array(64).fill(5),
);
const tonChain = chainRegistry.TON as TonChain;

/** Never written: the transaction sends nothing. */
const messageValue: DictionaryValue<Message> = {
  serialize: () => undefined,
  parse: (slice) => loadMessage(slice),
};

/** The account's newest transaction, which the message started. */
function landed(): unknown {
  const inMessage = loadMessage(
    Cell.fromBoc(Buffer.from(tonBytes.slice(2), 'hex'))[0]!.beginParse(),
  );
  const none = Buffer.alloc(32);
  const transaction = {
    address: BigInt(`0x${'33'.repeat(32)}`),
    lt: 20n,
    prevTransactionHash: 0n,
    prevTransactionLt: 0n,
    now: 1_900_000_000,
    outMessagesCount: 0,
    oldStatus: 'active',
    endStatus: 'active',
    inMessage,
    outMessages: Dictionary.empty(Dictionary.Keys.Uint(15), messageValue),
    totalFees: { coins: 1n },
    stateUpdate: { oldHash: none, newHash: none },
    description: {
      type: 'generic',
      creditFirst: false,
      computePhase: { type: 'skipped', reason: 'no-state' },
      aborted: false,
      destroyed: false,
    },
  };
  const cell = beginCell()
    .store(storeTransaction(transaction as unknown as Transaction))
    .endCell();
  return [
    {
      data: cell.toBoc().toString('base64'),
      transaction_id: { lt: '20', hash: cell.hash().toString('base64') },
    },
  ];
}

const ton: Subject = {
  adapter: (rpcUrls) => createTonAdapter({ chain: tonChain, rpcUrls }),
  signed: { chain: 'TON', txId: messageIdOf(tonBytes), bytes: tonBytes },
  path: '/api/v2',
  purposeOf: by('sendBoc', ['getTransactions']),
  network: { last: { seqno: 1 }, init: { root_hash: tonChain.genesis } },
  found: () => ok({ ok: true, result: landed() }),
  absent: () => ok({ ok: true, result: [] }),
};

const bitcoinChain = chainRegistry.BITCOIN as BitcoinChain;
const output = { scriptpubkey: `0014${'44'.repeat(20)}`, value: 1_000 };
const bitcoin: Subject = {
  adapter: (rpcUrls) => createBitcoinAdapter({ chain: bitcoinChain, rpcUrls, protectedCoin: 0n }),
  signed: { chain: 'BITCOIN', txId: id64, bytes: '0x0200' },
  path: '',
  purposeOf: by('POST /tx', [`GET /tx/${id64}`]),
  network: bitcoinChain.genesis,
  found: () =>
    ok({
      txid: id64,
      version: 2,
      locktime: 0,
      weight: 400,
      fee: 200,
      vin: [
        {
          txid: 'cd'.repeat(32),
          vout: 0,
          sequence: 0xfffffffd,
          is_coinbase: false,
          prevout: output,
        },
      ],
      vout: [output],
      status: { confirmed: false },
    }),
  absent: () => ({ status: 404, body: 'Transaction not found' }),
};

export const subjects = { evm, tron, solana, ton, bitcoin } as const;
