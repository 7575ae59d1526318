import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { SwapState } from '../../src/core/swap/swap.ts';
import { hangSignal } from '../support/hang-limit.ts';
import { createClient, isAtRest, isOver } from './client.ts';
import type { ManualPayer } from './manual-payer.ts';
import type { PlannedJob } from './plan-jobs.ts';

const token = {
  chain: 'ETH',
  token: '0x00000000000000000000000000000000000000C1',
  family: 'evm',
  symbol: 'USDC',
  decimals: 6,
} as const;
const job: PlannedJob = {
  key: 'job-1',
  kind: 'on-chain',
  flow: 'wallet',
  wallet: 'treasury',
  from: token,
  to: token,
  amount: 50_001_000n,
  receiver: '0x00000000000000000000000000000000000000Ee',
  minOut: 48_000_000n,
  boundBy: 'minOut',
};

interface Swap {
  id: string;
  state: SwapState;
  entries: number;
  /** The kind of step whose signature is in its history. */
  signed?: string;
  retryOf?: string;
  replaces?: string;
}

/** An API that does what the test makes it do, and remembers what it was asked. */
class FakeApi {
  readonly asked: string[] = [];
  readonly bodies: string[] = [];
  /** Of a submission, once. */
  invalid = false;
  readonly swaps: Swap[] = [];
  refusal: string | undefined;
  editRefusal: string | undefined;
  #server: Server | undefined;

  async start(): Promise<string> {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (chunks.length > 0) this.bodies.push(Buffer.concat(chunks).toString());
        const { status, body } = this.#answer(request.method ?? '', request.url ?? '');
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify(body));
      });
    });
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }

  #answer(method: string, path: string): { status: number; body: unknown } {
    const [, , , id, act] = path.split('/');
    if (path.startsWith('/v1/swaps?')) {
      const of = new URLSearchParams(path.split('?')[1]).get('retryOf');
      const swaps = this.swaps.filter(({ retryOf, replaces }) => (retryOf ?? replaces) === of);
      return { status: 200, body: { swaps } };
    }
    const replaces: string | undefined =
      method === 'POST' && id === undefined
        ? JSON.parse(this.bodies.at(-1) ?? '{}').replaces
        : undefined;
    if (replaces !== undefined) {
      this.asked.push(`edit ${replaces}`);
      const state = this.swaps.find((one) => one.id === replaces)?.state;
      const refusal = this.editRefusal ?? (state === 'cancelled' ? undefined : 'SWAP_NOT_ENDED');
      return refusal === undefined
        ? { status: 201, body: this.#shown(this.#add({ replaces })) }
        : { status: 409, body: { code: refusal } };
    }
    if (method === 'POST') this.asked.push([act ?? 'submit', id].filter(Boolean).join(' '));
    if (id === undefined && this.invalid) {
      this.invalid = false;
      return { status: 400, body: { code: 'INVALID_JOB' } };
    }
    if (id === undefined) {
      const first = this.swaps[0] ?? this.#add({});
      return { status: 201, body: this.#shown(first) };
    }
    const swap = this.swaps.find((one) => one.id === id);
    if (!swap) return { status: 404, body: { code: 'NOT_FOUND' } };
    if (act !== undefined && this.refusal !== undefined)
      return { status: 409, body: { code: this.refusal } };
    if (act === 'cancel') swap.state = 'cancelled';
    if (act === 'retry') return { status: 201, body: this.#shown(this.#add({ retryOf: id })) };
    return { status: 200, body: this.#shown(swap) };
  }

  #add(changes: Partial<Swap>): Swap {
    const swap: Swap = {
      id: `swap-${this.swaps.length + 1}`,
      state: 'quoted',
      entries: 5,
      ...changes,
    };
    this.swaps.push(swap);
    return swap;
  }

  #shown({ entries, signed: step, ...swap }: Swap) {
    const events = Array.from({ length: entries }, (_, seq) => ({
      seq,
      type: 'waiting',
      at: '',
      data: {},
    }));
    if (step !== undefined)
      return { swap, events: [...events, { type: 'attempt_committed', data: { step } }] };
    return { swap: { fundsState: 'untouched', ...swap }, events };
  }
}

describe('a client of the harness', () => {
  let api = new FakeApi();
  afterEach(() => api.stop());

  async function start(payer?: ManualPayer) {
    api = new FakeApi();
    const url = await api.start();
    const payers = payer ? { payer } : {};
    return createClient({
      url,
      apiKey: 'key',
      patience: hangSignal(),
      ...payers,
      log: () => undefined,
    });
  }

  it('wants a job cancelled at its moment, has it retried, and tells of both swaps', async () => {
    const client = await start();
    await client.tend({ ...job, cancelWhen: 6 });
    expect(api.asked).toEqual(['submit']);
    api.swaps[0]!.entries = 6;
    expect((await client.tend({ ...job, cancelWhen: 6 })).swap).toMatchObject({
      id: 'swap-2',
      retryOf: 'swap-1',
    });
    expect(api.asked).toEqual(['submit', 'cancel swap-1', 'retry swap-1']);
    await client.tend({ ...job, cancelWhen: 6 });
    expect(api.asked).toHaveLength(3);
    expect(client.cancels()).toBe(1);
    const told = await client.lastLook(job);
    expect(told?.swap).toMatchObject({ id: 'swap-2', state: 'quoted' });
    expect(told?.earlier.map(({ swap }) => [swap.id, swap.state])).toEqual([
      ['swap-1', 'cancelled'],
    ]);
  });

  it('wants a job cancelled as soon as its payment is signed, and not its approve', async () => {
    const client = await start();
    const cautious = { ...job, cancelWhen: 'signed' } as const;
    await client.tend(cautious);
    api.swaps[0]!.signed = 'approve';
    await client.tend(cautious);
    expect(api.asked).toEqual(['submit']);
    api.swaps[0]!.signed = 'swap';
    await client.tend(cautious);
    expect(api.asked).toEqual(['submit', 'cancel swap-1', 'retry swap-1']);
  });

  it('asks for a cancel that comes too late once, and follows the swap', async () => {
    const client = await start();
    api.refusal = 'PAYMENT_LANDED';
    await client.tend({ ...job, cancelWhen: 1 });
    await client.tend({ ...job, cancelWhen: 1 });
    expect(api.asked).toEqual(['submit', 'cancel swap-1']);
  });

  it('asks again for what was refused for a reason that passes', async () => {
    const client = await start();
    api.refusal = 'JOURNAL_STALE';
    await client.tend({ ...job, cancelWhen: 1 });
    api.refusal = undefined;
    await client.tend({ ...job, cancelWhen: 1 });
    expect(api.asked).toEqual(['submit', 'cancel swap-1', 'cancel swap-1', 'retry swap-1']);
  });

  it('retries nothing that failed for a fault of its own', async () => {
    const client = await start();
    await client.tend(job);
    api.swaps[0]!.state = 'failed';
    expect((await client.tend(job)).swap.state).toBe('failed');
    expect(api.asked).toEqual(['submit']);
  });

  it('submits again under its key what is not known any more', async () => {
    const client = await start();
    await client.tend(job);
    api.swaps[0]!.id = 'swap-9';
    expect((await client.tend(job)).swap.id).toBe('swap-9');
    expect(api.asked).toEqual(['submit', 'submit']);
    expect(client.forgotten()).toEqual([job.key]);
  });

  it('submits it with the deadline that it had, and with another one only where that has passed', async () => {
    const client = await start();
    const hurried = { ...job, flow: 'deposit', endsWithin: 10_000 } as const;
    await client.tend(hurried);
    api.swaps[0]!.id = 'swap-9';
    await client.tend(hurried);
    expect(api.bodies[1]).toBe(api.bodies[0]);
    api.swaps[0]!.id = 'swap-10';
    api.invalid = true;
    await client.tend(hurried);
    expect(api.bodies[2]).toBe(api.bodies[0]);
    const deadlines = [0, 3].map((index) =>
      Date.parse(JSON.parse(api.bodies[index] ?? '').deadline),
    );
    expect(deadlines[1]).toBeGreaterThan(deadlines[0] ?? Number.NaN);
  });

  it('wants a job by deposit cancelled as soon as its payment is signed', async () => {
    const client = await start();
    const cautious = { ...job, flow: 'deposit', cancelWhen: 'signed' } as const;
    await client.tend(cautious);
    api.swaps[0]!.signed = 'deposit';
    await client.tend(cautious);
    expect(api.asked).toEqual(['submit', 'cancel swap-1', 'retry swap-1']);
  });

  const edit = {
    ...{ when: 6, wallet: 'other', amount: 51_000_000n, minOut: 49_000_000n },
    receiver: '0x00000000000000000000000000000000000000Ef',
  } as const;
  const changing = { ...job, edit } as const;

  it('asks for an edit at its moment, has the swap cancelled that may still pay, and asks again', async () => {
    const client = await start();
    await client.tend(changing);
    api.swaps[0]!.entries = 6;
    expect((await client.tend(changing)).swap).toMatchObject({ id: 'swap-2', replaces: 'swap-1' });
    expect(api.asked).toEqual(['submit', 'edit swap-1', 'cancel swap-1', 'edit swap-1']);
    expect(JSON.parse(api.bodies.at(-1) ?? '')).toMatchObject({
      ...{ wallet: 'other', amount: '51', minOut: '49', receiver: edit.receiver },
      replaces: 'swap-1',
    });
    await client.tend(changing);
    expect(api.asked).toHaveLength(4);
    expect(client.edits()).toEqual({ made: 1, refused: 0 });
    const told = await client.lastLook(changing);
    expect(told?.earlier.map(({ swap }) => swap.id)).toEqual(['swap-1']);
    expect(told?.beside).toEqual([]);
  });

  it('follows a swap that is not edited since it has paid, or since another one tries it again', async () => {
    for (const code of ['PAYMENT_LANDED', 'SWAP_RETRIED']) {
      const client = await start();
      api.editRefusal = code;
      await client.tend({ ...changing, edit: { ...edit, when: 1 } });
      expect((await client.tend(changing)).swap.id).toBe('swap-1');
      expect(api.asked).toEqual(['submit', 'edit swap-1']);
      expect(client.edits()).toEqual({ made: 0, refused: 1 });
      await api.stop();
    }
  });

  it('finds the swap that tries again what an edited one has replaced', async () => {
    const client = await start();
    const raced = { ...changing, edit: { ...edit, when: 1, racedAfter: 0 } } as const;
    expect((await client.tend(raced)).swap).toMatchObject({ replaces: 'swap-1' });
    const retried = api.swaps.filter(({ retryOf }) => retryOf === 'swap-1');
    expect(retried).toHaveLength(1);
    expect((await client.lastLook(raced))?.beside).toEqual(retried.map(({ id }) => id));
  });

  const manual = { ...job, flow: 'deposit-by-hand' } as const;

  it('has a person pay what is paid by hand, and nothing else', async () => {
    const paid: string[] = [];
    const payFor: ManualPayer['payFor'] = async ({ key }, { id }) =>
      void paid.push(`${key}: ${id}`);
    const client = await start({ mayPay: () => true, payFor, hasPaid: () => false });
    await client.tend(manual);
    await client.tend({ ...job, key: 'job-2' });
    expect(paid).toEqual(['job-1: swap-1']);
  });

  it('has nobody pay what was shown before it was time to pay', async () => {
    let mayPay = false;
    const paid: string[] = [];
    const payer: ManualPayer = {
      mayPay() {
        const now = mayPay;
        mayPay = true;
        return now;
      },
      payFor: async ({ key }) => void paid.push(key),
      hasPaid: () => false,
    };
    const client = await start(payer);
    await client.tend(manual);
    expect(paid).toEqual([]);
    await client.tend(manual);
    expect(paid).toEqual(['job-1']);
  });

  it('tries again what nobody has paid in time, and waits for what somebody has', async () => {
    let hasPaid = true;
    const client = await start({
      mayPay: () => true,
      payFor: async () => undefined,
      hasPaid: () => hasPaid,
    });
    await client.tend(manual);
    api.swaps[0]!.state = 'expired';
    await client.tend(manual);
    expect(api.asked).toEqual(['submit']);
    hasPaid = false;
    await client.tend(manual);
    expect(api.asked).toEqual(['submit', 'retry swap-1']);
  });

  it('goes on with what is paid by hand when its time is over, and not with anything else', () => {
    expect([isOver(manual, 'expired'), isAtRest(manual, { state: 'expired' })]).toEqual([
      false,
      false,
    ]);
    expect([isOver(job, 'expired'), isAtRest(job, { state: 'expired' })]).toEqual([true, true]);
    expect([isOver(manual, 'settled'), isAtRest(manual, { state: 'needs_review' })]).toEqual([
      true,
      true,
    ]);
  });

  it('leaves what waits for an approval to a person', () => {
    const state = 'awaiting_approval';
    expect([isOver(job, state), isAtRest(job, { state })]).toEqual([false, true]);
  });
});
