import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultPolicy } from '../../src/core/decide/policy.ts';
import type { ExecutorContext } from '../../src/executor/context.ts';
import type { SendStores } from '../../src/executor/effects/broadcast-attempt.ts';
import { leaseRequest } from '../../src/executor/effects/lease-step.ts';
import { planStep } from '../../src/executor/effects/plan-step.ts';
import { replaceAttempt } from '../../src/executor/effects/replace-attempt.ts';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import { openPgliteClient } from '../../src/journal/pglite-client.ts';
import type { GuardRequest } from '../../src/ports/guard.ts';
import { openForTest } from '../journal/open-for-test.ts';
import {
  holder,
  hour,
  leased,
  newWorld,
  type OpenedJournal,
  spender,
  token,
  type World,
} from '../journal/suite/fixture.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { emptyLog, recognizedJournal } from '../support/recognized-journal.ts';
import { trustingSeals } from '../support/trusting-seals.ts';

const fee = { family: 'evm', gasLimit: 1n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n } as const;
const transaction = { family: 'evm', to: token, data: '0x', value: 0n } as const;
const item = { kind: 'provider', provider: 'across' } as const;
const known = { facts: {}, simulation: [], block: '1', policy: 'sha256:0' };

let folder: string;
let opened: OpenedJournal;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-test-'));
  opened = await openForTest(await openPgliteClient(await copyJournalTemplate(folder)));
});
afterAll(async () => {
  await opened.close();
  await rm(folder, { recursive: true });
});

/** A worker on a chain that takes everything, with a guard that remembers what it judged. */
function workerOf({ journal, chain }: World) {
  const judged: GuardRequest['intent'][] = [];
  const nativeToken = { address: evmNativeToken, symbol: 'ETH', decimals: 18 };
  const balances = new Map([[token, 10_000n] as const, [evmNativeToken, 10_000n] as const]);
  const adapter = {
    chain: { family: 'evm', name: chain, maxNetworkFee: 10n ** 18n, nativeToken },
    allowances: { approve: () => transaction },
    balances: async () => ({ block: 100n, balances }),
    estimateFee: async () => fee,
    valueOf: () => 0n,
    prepare: async () => ({ family: 'evm', chain, account: '', bytes: '0x01', fee }),
    simulate: async () => ({ inspected: new Map(), balanceChanges: [] }),
    replacement: {
      raise: { kind: 'again', transactionOf: () => transaction },
      replacementFee: async () => fee,
    },
  };
  const context = {
    chains: new Map([[chain, adapter]]),
    journal: {
      ...recognizedJournal,
      wallets: journal.wallets,
      admittedItems: journal.admittedItems,
      stopOfSignature: async () => ({ code: 'SIGNING_STOPPED', message: 'here' }),
    },
    signingLog: emptyLog,
    guard: {
      judge({ intent }: GuardRequest) {
        judged.push(intent);
        return { kind: 'allow', rules: [], policy: '' };
      },
    },
    holder,
    jobSeals: trustingSeals,
    policy: defaultPolicy,
    logger: pino({ level: 'silent' }),
    checkpoint: async () => undefined,
    walletList: { recent: async () => [] },
  } as unknown as ExecutorContext<SendStores>;
  return { judged, context, adapter };
}

it('judges the bump of an approve for the provider whose order needed it, even when that order is closed', async () => {
  const world = await newWorld(opened);
  const { chain, journal } = world;
  const { judged, context, adapter } = workerOf(world);
  const from = { family: 'evm', chain, token, decimals: 6, symbol: 'USDC' } as const;
  const { id } = await world.submit({ from, amount: 1_000n });
  await world.quote(id, { spender, provider: 'across' });
  await world.swapData(id, { provider: 'across' });
  const quoted = await world.snapshot(id);
  const asked = { kind: 'execute', step: 'approve', token, spender } as const;
  const plan = await planStep(context as never, quoted, asked);
  if (plan.kind !== 'planned') return expect.unreachable('the approve was not planned');
  const planned = { snapshot: quoted, planned: plan.step, prices: undefined };
  const request = await leaseRequest(context, adapter as never, planned);
  const { leaseId } = leased(await world.lease(id, { ...request, chainNonce: 0n }, false));
  await world.commit(id, leaseId);
  await journal.hold({
    ...{ swapId: id, version: await world.version(id), state: 'awaiting_approval' },
    ...{ fundsState: 'untouched', within: hour },
    reason: { code: 'APPROVAL_NEEDED', message: 'G10: the policy does not name the provider' },
    items: [{ item, rule: 'G10', message: 'the policy does not name the provider', known }],
  });

  const held = await world.snapshot(id);
  expect(held.order).toBeUndefined();
  const [step] = held.steps;
  await replaceAttempt(context, held, { kind: 'bump', step: step! });
  expect(judged).toMatchObject([{ kind: 'approve', spender, provider: 'across' }]);
});
