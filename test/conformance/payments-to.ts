import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostnameOf } from '../../src/core/text/hostname.ts';
import type { ChainAdapter } from '../../src/ports/chain-adapter.ts';
import type { DepositTarget, IncomingPayment, PaymentScan } from '../../src/ports/payments.ts';
import {
  type Account,
  type ChainUnderTest,
  createDriver,
  type Driver,
} from './chain-under-test.ts';

interface Kind {
  /** The chain has a place for a memo. */
  carriesMemo?: boolean;
  /** Transactions spend coins: there are no tokens, and none fails in its block. */
  isOfCoins?: boolean;
}

type What = 'native' | 'token';

const memo = 'order 4711: für dich';
/**
 * Milliseconds that a sandbox's clock may be from ours: enough to tell seconds from milliseconds.
 */
const aDay = 86_400_000;

/**
 * How every `ChainAdapter` finds payments to the places where orders want them; runs on each
 * family's real node.
 */
export function describePaymentsTo(
  name: string,
  start: () => Promise<ChainUnderTest>,
  { carriesMemo = true, isOfCoins = false }: Kind = {},
): void {
  const kinds: readonly What[] = isOfCoins ? ['native'] : ['native', 'token'];
  describe(`payments to places: ${name}`, () => {
    let under: ChainUnderTest;
    let adapter: ChainAdapter;
    let drive: Driver;
    beforeAll(async () => {
      under = await start();
      adapter = under.adapter;
      drive = createDriver(under);
    });
    afterAll(() => under.close());

    const assetOf = (what: What): string =>
      what === 'native' ? adapter.chain.nativeToken.address : under.token.address;
    const amountOf = (what: What): bigint => (what === 'native' ? under.leastNative : 0n) + 7n;

    interface Payment {
      to?: string;
      amount?: bigint;
      said?: string;
      from?: Account;
    }

    async function pay(what: What, { to, amount = amountOf(what), said, from }: Payment = {}) {
      const account = from ?? (await under.newAccount());
      const receiver = to ?? under.newReceiver();
      const { latest: after } = await adapter.head();
      const token = assetOf(what);
      const transaction = await adapter.paymentOf({
        account: account.address,
        token,
        to: under.depositForm?.(receiver) ?? receiver,
        amount,
        ...(said === undefined ? {} : { memo: said }),
      });
      const sent = await drive.landed(account, transaction);
      const place: DepositTarget = { account: receiver, token, after };
      return { account, sent, place, amount };
    }

    const look = (...places: DepositTarget[]): Promise<PaymentScan[]> => adapter.paymentsTo(places);
    /** What is found at one place. */
    async function lookAt(place: DepositTarget): Promise<PaymentScan> {
      const [seen, ...others] = await look(place);
      expect(others).toEqual([]);
      return seen!;
    }
    const next = (place: DepositTarget, { scannedUntil }: PaymentScan): DepositTarget => ({
      ...place,
      after: scannedUntil,
    });
    const amounts = ({ payments }: PaymentScan): bigint[] => payments.map(({ amount }) => amount);
    /** What a later look finds of a payment. */
    const asFinal = (payment: IncomingPayment | undefined) => ({ ...payment, final: true });

    describe.each(kinds)('in what is %s', (what) => {
      it('are found with all that is known of them, by the name that they have elsewhere', async () => {
        const { account, sent, place, amount } = await pay(what);
        const [received, ...others] = await drive.received(sent, place.account, place.token);
        expect(others).toEqual([]);
        const { payments } = await lookAt(place);
        expect(payments).toEqual([{ ...received, payer: account.address, at: expect.any(Number) }]);
        expect(payments).toMatchObject([{ txId: sent.txId, token: place.token, amount }]);
        expect(Math.abs(payments[0]!.at - Date.now())).toBeLessThan(aDay);
      });

      if (carriesMemo) {
        it('are found with their memo to the letter', async () => {
          const { place, amount } = await pay(what, { said: memo });
          expect((await lookAt(place)).payments).toMatchObject([{ amount, memo }]);
        });
      }

      it('are each told to their own place', async () => {
        const places: DepositTarget[] = [];
        const expected: bigint[][] = [];
        const account = await under.newAccount();
        for (const more of [1n, 2n]) {
          const { place, amount } = await pay(what, {
            from: account,
            amount: amountOf(what) + more,
          });
          places.push(place);
          expected.push([amount]);
        }
        const nobody = { ...places[0]!, account: under.newReceiver() };
        const [one, two] = places as [DepositTarget, DepositTarget];
        const { payments } = await lookAt(one);
        const seen = await look(two, nobody, one, { ...one, after: payments[0]!.block.number });
        expect(seen.map(amounts)).toEqual([expected[1], [], expected[0], []]);
      });

      it('to one place are told in the order in which they came', async () => {
        const from = await under.newAccount();
        const { place, amount } = await pay(what, { from });
        await pay(what, { from, to: place.account, amount: amount + 1n });
        const seen = await lookAt(place);
        expect(amounts(seen)).toEqual([amount, amount + 1n]);
        const [first, second] = seen.payments;
        expect((await lookAt({ ...place, after: first!.block.number })).payments).toEqual([second]);
        expect((await lookAt({ ...place, after: second!.block.number })).payments).toEqual([]);
      });

      it('are found again until they are final, and then no more', async () => {
        const { place } = await pay(what);
        const first = await lookAt(place);
        const [payment] = first.payments;
        expect(first.payments).toHaveLength(1);
        expect(first.scannedUntil).toBeGreaterThanOrEqual(place.after);
        if (!payment!.final) expect(isSeen(payment!, first)).toBe(false);
        await under.mine(under.finalDepth);
        const second = await lookAt(next(place, first));
        expect(second.payments).toEqual(isSeen(payment!, first) ? [] : [asFinal(payment)]);
        expect(isSeen(payment!, second)).toBe(true);
        expect((await lookAt(next(place, second))).payments).toEqual([]);
        expect((await lookAt(place)).payments).toEqual([asFinal(payment)]);
      });

      it('are gone with their block', async () => {
        const { place, sent, amount } = await pay(what);
        const seen = await lookAt(place);
        expect(amounts(seen)).toEqual([amount]);
        await under.reorg(1);
        expect((await lookAt(place)).payments).toEqual([]);
        await adapter.broadcast(sent);
        await under.mine();
        const [again, ...others] = (await lookAt(next(place, seen))).payments;
        expect(others).toEqual([]);
        const [received] = await drive.received(sent, place.account, place.token);
        expect(again).toMatchObject({ ...received });
      });
    });

    it('are of the token of the place', async () => {
      if (isOfCoins) return;
      const from = await under.newAccount();
      const { place, amount } = await pay('native', { from });
      const inTokens = { ...place, token: under.token.address };
      expect((await look(inTokens, place)).map(amounts)).toEqual([[], [amount]]);
      const { amount: tokens } = await pay('token', { from, to: place.account });
      expect((await look(inTokens, place)).map(amounts)).toEqual([[tokens], [amount]]);
    });

    it('are none where somebody pays himself, or what is paid goes elsewhere or fails', async () => {
      const account = await under.newAccount();
      const { latest: after } = await adapter.head();
      const places = kinds.map(
        (what): DepositTarget => ({ account: account.address, token: assetOf(what), after }),
      );
      await pay('native', { from: account });
      // Some chains refuse it for their own coin.
      await pay(isOfCoins ? 'native' : 'token', { from: account, to: account.address });
      if (!isOfCoins) await drive.landedFailing(account);
      expect((await look(...places)).map(({ payments }) => payments)).toEqual(places.map(() => []));
    });

    it('are looked for up to the final block, and never back behind where a look begins', async () => {
      await under.mine(under.finalDepth + 1);
      const { latest, final } = await adapter.head();
      const place = { account: under.newReceiver(), token: assetOf('native') };
      const afters = [final - 1n, final, latest, latest + 1_000n];
      const seen = await look(...afters.map((after) => ({ ...place, after })));
      const now = await adapter.head();
      for (const [at, { scannedUntil, payments }] of seen.entries()) {
        expect(payments).toEqual([]);
        expect(scannedUntil).toBeGreaterThanOrEqual(afters[at]!);
        expect(scannedUntil).toBeLessThanOrEqual(afters[at]! > now.final ? afters[at]! : now.final);
      }
    });

    it('are looked for up to a block that is told, with a time that no later block is before', async () => {
      const place = {
        account: under.newReceiver(),
        token: assetOf('native'),
        after: (await adapter.head()).latest,
      };
      const startedAt = Date.now();
      await under.mine(under.finalDepth + 1);
      const { through: first } = await lookAt(place);
      const { latest } = await adapter.head();
      expect(first!.number).toBeGreaterThanOrEqual(place.after);
      expect(first!.number).toBeLessThanOrEqual(latest);
      expect(Math.abs(first!.time - startedAt)).toBeLessThan(aDay);
      await under.mine(under.finalDepth + 1);
      const { through: second } = await lookAt(place);
      expect(second!.number).toBeGreaterThan(first!.number);
      expect(second!.time).toBeGreaterThanOrEqual(first!.time);
      // What is between the newest block and where the look begins nobody has seen.
      expect(await lookAt({ ...place, after: second!.number * 2n })).not.toHaveProperty('through');
    });

    it('are looked for on one host where that is asked for', async () => {
      const place = {
        account: under.newReceiver(),
        token: assetOf('native'),
        after: (await adapter.head()).latest,
      };
      const [{ host } = { host: '' }] = adapter.endpoints();
      expect(await adapter.paymentsTo([place], hostnameOf(host))).toHaveLength(1);
      await expect(adapter.paymentsTo([place], 'another.example')).rejects.toMatchObject({
        code: 'RPC_UNAVAILABLE',
      });
    });

    it('are asked for nowhere without a place', async () => {
      expect(await look()).toEqual([]);
    });
  });
}

/** Whether the next look begins after it. */
function isSeen({ block }: IncomingPayment, { scannedUntil }: PaymentScan): boolean {
  return block.number <= scannedUntil;
}
