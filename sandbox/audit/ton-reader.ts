import { Address } from '@ton/core';
import { TonClient } from '@ton/ton';
import { bytesToHex, hexToBytes, zeroAddress } from 'viem';
import type { SandboxChainName, TonChainEndpoints } from '../endpoints.ts';
import type { ChainAddress, TransactionId } from '../notation.ts';
import { SandboxError } from '../sandbox-error.ts';
import { normalizedHash } from '../ton/external-message.ts';
import { rawAddress } from '../ton/ton-notation.ts';
import type { AuditReader, AuditReceipt, Period, SentTransaction } from './audit-reader.ts';
import type { Balance, ChainSnapshot } from './audit-types.ts';
import { type AccountTransaction, createTonHistory } from './ton-history.ts';
import { createTonJettons, jettonChange } from './ton-jettons.ts';
import { changeBy, costOf, feeOf, isDone, readTrace, sentBy, type TonTrace } from './ton-trace.ts';

/** An external message of an account, with its trace. */
interface OwnTrace {
  readonly id: TransactionId;
  readonly account: ChainAddress;
  readonly trace: TonTrace;
  readonly value: bigint;
  readonly fee: bigint;
}

/** What an account gained of a jetton, in base units. */
interface JettonGain {
  readonly account: ChainAddress;
  readonly token: ChainAddress;
  readonly amount: bigint;
}

const SNAPSHOT_ATTEMPTS = 100;
/** Milliseconds. The client's 5 seconds are too few for a machine whose every process waits. */
const timeout = 60_000;

/**
 * Reads TON through a toncenter API. Outgoing transfers are named by the external message of the
 * account. Arrivals are named by the sender's external message, or by the transaction that received
 * them.
 */
export function tonReader(chain: SandboxChainName, endpoints: TonChainEndpoints): AuditReader {
  const [url] = endpoints.rpcUrls;
  if (url === undefined) throw new SandboxError('bad-option', `${chain} has no address of a node.`);
  const client = new TonClient({ endpoint: `${url}/jsonRPC`, timeout });
  const minters = endpoints.tokens.map(({ address }) => Address.parse(address));
  const jettons = createTonJettons(client, minters);
  const pools = new Set(endpoints.pools.map((address) => Address.parse(address).toRawString()));
  const history = createTonHistory(client, url);
  const traces = new Map<string, Promise<OwnTrace>>();
  const roots = new Map<string, Promise<TransactionId | undefined>>();

  const readBalances = async (account: ChainAddress): Promise<Balance[]> => {
    const owner = parse(account);
    const [coins, ...held] = await Promise.all([
      client.getBalance(owner),
      ...minters.map((minter) => jettons.balanceOf(minter, owner)),
    ]);
    const ofTokens = minters.map((minter, index) => ({
      account,
      token: booked(minter),
      amount: held[index] ?? 0n,
    }));
    return [{ account, token: zeroAddress, amount: coins }, ...ofTokens];
  };

  /** The accounts and their jetton wallets. */
  const placesOf = async (owners: readonly Address[]): Promise<Address[]> => {
    const wallets = owners.flatMap((owner) =>
      minters.map((minter) => jettons.walletOf(minter, owner)),
    );
    return [...owners, ...(await Promise.all(wallets))];
  };

  /** The logical time of each account's newest transaction; zero if there is none. */
  const newestOf = (addresses: readonly Address[]): Promise<bigint[]> =>
    Promise.all(
      addresses.map(async (address) =>
        BigInt((await client.getContractState(address)).lastTransaction?.lt ?? 0),
      ),
    );

  const readOwn = async (id: TransactionId, root: AccountTransaction): Promise<OwnTrace> => {
    const trace = await readTrace(client, root);
    return {
      id,
      account: booked(root.address),
      trace,
      ...(await costOf(trace, { jettons, pools })),
    };
  };

  const tracesOf = async (account: ChainAddress, period: Period): Promise<OwnTrace[]> => {
    const transactions = await history.transactionsOf(parse(account), period);
    return Promise.all(
      transactions.flatMap((root) => {
        const id = messageIdOf(root);
        if (id === undefined) return [];
        const reading = traces.get(id) ?? readOwn(id, root);
        traces.set(id, reading);
        return [reading];
      }),
    );
  };

  const jettonGains = async (parts: readonly AccountTransaction[]): Promise<JettonGain[]> => {
    const gains = parts.map(async ({ address, transaction }): Promise<JettonGain[]> => {
      const amount = jettonChange(transaction);
      const holder = amount === 0n ? undefined : await jettons.holderOf(address);
      return holder === undefined
        ? []
        : [{ account: booked(holder.owner), token: booked(holder.minter), amount }];
    });
    return (await Promise.all(gains)).flat();
  };

  const ownReceipt = async (own: OwnTrace, { closing }: Period): Promise<AuditReceipt> => {
    const { id, account: from, trace, value } = own;
    const gains = await jettonGains(trace);
    const others = trace.filter(({ address }) => booked(address) !== from);
    return {
      id,
      blockNumber: closing.blockNumber,
      isSuccessful: trace.every(({ transaction }) => isDone(transaction)),
      from,
      listsAllNative: true,
      gained(account, token) {
        if (token !== zeroAddress) return gainedOf(gains, account, token);
        return account === from ? -value : coinsGained(others, account);
      },
    };
  };

  /** Nearly all arrivals are at audited accounts. */
  const findArrival = async (
    id: TransactionId,
    period: Period,
  ): Promise<AccountTransaction | undefined> => {
    const hash = Buffer.from(hexToBytes(id)).toString('base64');
    for (const place of await placesOf([...accountsIn(period.closing)].map(parse))) {
      const arrived = (await history.transactionsOf(place, period)).find(
        ({ transaction }) => transaction.hash().toString('base64') === hash,
      );
      if (arrived !== undefined) return arrived;
    }
    return history.findTransaction(hash, period);
  };

  const rootOf = async (arrived: AccountTransaction): Promise<TransactionId | undefined> => {
    let at = arrived;
    for (
      let info = at.transaction.inMessage?.info;
      info?.type === 'internal';
      info = at.transaction.inMessage?.info
    ) {
      const { src, dest, createdLt } = info;
      at = { address: src, transaction: await client.tryLocateSourceTx(src, dest, `${createdLt}`) };
    }
    return messageIdOf(at);
  };

  /** All arrivals at audited accounts that an external message of another account caused. */
  const arrivalsBy = async (id: TransactionId, period: Period): Promise<AccountTransaction[]> => {
    const places = await placesOf([...accountsIn(period.closing)].map(parse));
    const arrived = (
      await Promise.all(places.map((place) => history.transactionsOf(place, period)))
    ).flat();
    const found = arrived.map(async (one) => {
      const key = one.transaction.hash().toString('base64');
      const root = roots.get(key) ?? rootOf(one);
      roots.set(key, root);
      return (await root) === id ? [one] : [];
    });
    return (await Promise.all(found)).flat();
  };

  const arrivalReceipt = async (
    id: TransactionId,
    parts: readonly [AccountTransaction, ...AccountTransaction[]],
    { closing }: Period,
  ): Promise<AuditReceipt> => {
    const [arrived] = parts;
    const gains = await jettonGains(parts);
    const { inMessage } = arrived.transaction;
    const sender = inMessage?.info.type === 'internal' ? inMessage.info.src : arrived.address;
    return {
      id,
      blockNumber: closing.blockNumber,
      isSuccessful: parts.every(({ transaction }) => isDone(transaction)),
      from: booked(sender),
      listsAllNative: true,
      gained: (account, token) =>
        token === zeroAddress ? coinsGained(parts, account) : gainedOf(gains, account, token),
    };
  };

  return {
    async takeSnapshot(accounts): Promise<ChainSnapshot> {
      const watched = await placesOf(accounts.map(parse));
      for (let attempt = 1; attempt <= SNAPSHOT_ATTEMPTS; attempt++) {
        const before = await newestOf(watched);
        const balances = (await Promise.all(accounts.map(readBalances))).flat();
        // Accounts can be ahead of the masterchain, whose blocks define the period.
        const seqno = await history.whenTakenIn(latestOf(before));
        const after = await newestOf(watched);
        if (after.some((lt, index) => lt !== before[index])) continue;
        return { chain, blockNumber: BigInt(seqno), balances, nonces: [] };
      }
      throw new SandboxError(
        'engine-failed',
        `${chain} never paused long enough for a snapshot. Stop the traffic and try again.`,
      );
    },

    async findTransactions(opening, closing) {
      const period = { opening, closing };
      const found: SentTransaction[] = [];
      for (const account of accountsIn(closing)) {
        const own = await tracesOf(account, period);
        const parts = own
          .flatMap(({ trace }) => trace)
          .filter(({ address }) => booked(address) === account);
        const covered = new Set(parts.map(({ transaction }) => transaction.lt));
        found.push(...own.map(asSent));
        for (const { transaction } of await history.transactionsOf(parse(account), period)) {
          if (covered.has(transaction.lt)) continue;
          const id = bytesToHex(transaction.hash());
          found.push({
            id,
            account,
            to: null,
            input: '0x',
            value: 0n,
            fee: feeOf(transaction),
            isTakenIn: true,
          });
        }
      }
      return found;
    },

    async findReceipt(id, period) {
      for (const account of accountsIn(period.closing)) {
        const own = (await tracesOf(account, period)).find((one) => one.id === id);
        if (own !== undefined) return ownReceipt(own, period);
      }
      const [first, ...others] = await arrivalsBy(id, period);
      if (first !== undefined) return arrivalReceipt(id, [first, ...others], period);
      const arrived = await findArrival(id, period);
      return arrived === undefined ? undefined : arrivalReceipt(id, [arrived], period);
    },

    // A deposit is a plain transfer without a fixed fee.
    readFixedFee: async () => 0n,
  };
}

function latestOf(times: readonly bigint[]): bigint {
  let latest = 0n;
  for (const time of times) if (time > latest) latest = time;
  return latest;
}

function accountsIn({ balances }: ChainSnapshot): Set<ChainAddress> {
  return new Set(balances.map(({ account }) => account));
}

function asSent({ id, account, trace, value: given, fee }: OwnTrace): SentTransaction {
  const [first] = sentBy(trace[0].transaction);
  // A pool's payout is checked with its route.
  const value = given > 0n ? given : 0n;
  return {
    id,
    account,
    to: first === undefined ? null : booked(first.dest),
    input: '0x',
    value,
    fee,
  };
}

/** @returns undefined if the trace does not start with an external message */
function messageIdOf({
  address,
  transaction: { inMessage },
}: AccountTransaction): TransactionId | undefined {
  return inMessage?.info.type === 'external-in'
    ? fromBase64(normalizedHash(address, inMessage.body))
    : undefined;
}

function coinsGained(parts: readonly AccountTransaction[], account: ChainAddress): bigint {
  return parts
    .filter(({ address }) => booked(address) === account)
    .reduce((sum, { transaction }) => sum + changeBy(transaction) + feeOf(transaction), 0n);
}

function gainedOf(
  gains: readonly JettonGain[],
  account: ChainAddress,
  token: ChainAddress,
): bigint {
  return gains
    .filter((gain) => gain.account === account && gain.token === token)
    .reduce((sum, { amount }) => sum + amount, 0n);
}

function parse(address: ChainAddress): Address {
  return Address.parseRaw(rawAddress(address));
}

function booked({ hash }: Address): ChainAddress {
  return bytesToHex(hash);
}

function fromBase64(hash: string): TransactionId {
  return bytesToHex(Buffer.from(hash, 'base64'));
}
