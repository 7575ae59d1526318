import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { SwapState } from '../../src/core/swap/swap.ts';
import { createJobSeals } from '../../src/keys/create-job-seals.ts';
import { ferryman } from '../cli/io-for-test.ts';
import { policyFrom } from '../support/guard-policy.ts';
import {
  coinForUsdc,
  fund,
  native,
  oneEther,
  startTestFerryman,
  type TestFerryman,
} from '../support/harness.ts';
import { serveTestApi, type TestApi } from '../support/serve-test-api.ts';
import { waitFor } from '../support/wait-for.ts';

const why = { reason: 'audited by us' };

/** A policy that names nothing that a swap on Ethereum calls. */
describe('a swap whose contract no policy names', () => {
  let sandbox: Sandbox;
  let test: TestFerryman;
  let api: TestApi;
  /** Headers of keys that submit, that submit and approve, and that approve. */
  let submitter: { authorization: string };
  let both: { authorization: string };
  let approver: { authorization: string };
  let approverSecret = '';

  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: [] });
    const { endpoints } = sandbox;
    const chains = endpoints.guardPolicy.chains as Record<string, object>;
    const ETH = { ...chains.ETH, targets: [] };
    const guardPolicy = policyFrom({ ...endpoints.guardPolicy, chains: { ...chains, ETH } });
    test = await startTestFerryman({
      endpoints,
      wallets: ['treasury'],
      adjust: (options) => ({ ...options, guardPolicy }),
    });
    await fund(endpoints, 'ETH', test.wallets.treasury ?? '', native, oneEther);
    api = await serveTestApi(test.ferryman);
    const make = async (...scopes: string[]) => {
      const { body } = await api.postTo('/v1/keys', { scopes });
      return body.secret as string;
    };
    const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
    approverSecret = await make('view', 'approve');
    submitter = bearer(await make('view', 'submit'));
    both = bearer(await make('view', 'submit', 'approve'));
    approver = bearer(approverSecret);
  });
  afterAll(async () => {
    await api?.close();
    await test?.close();
    await sandbox?.close();
  });

  async function submit(as: { authorization: string }): Promise<SwapId> {
    const { body } = await api.post(coinForUsdc(sandbox.endpoints, 'ETH'), as);
    return body.swap.id;
  }

  async function comesTo(id: SwapId, state: SwapState) {
    return waitFor(async () => {
      const { body } = await api.get(`/v1/swaps/${id}`);
      expect(body.swap.state, JSON.stringify(body.swap.reason)).toBe(state);
      return body.swap;
    });
  }

  async function openOf(id: SwapId) {
    const { body } = await api.get(`/v1/approvals?swapId=${id}&state=open`);
    return body.approvals;
  }

  it('waits without order and slot until another person approves, and settles then', async () => {
    const preview = await api.post(coinForUsdc(sandbox.endpoints, 'ETH'), {
      ...submitter,
      'idempotency-key': randomUUID(),
    });
    const id: SwapId = preview.body.swap.id;
    const held = await comesTo(id, 'awaiting_approval');
    expect(held).toMatchObject({ fundsState: 'untouched', reason: { code: 'APPROVAL_NEEDED' } });
    const snapshot = await test.ferryman.journal.snapshot(id);
    expect(snapshot?.order).toBeUndefined();
    expect(snapshot?.hasSlot).toBeUndefined();
    expect((await test.ferryman.journal.health()).lanes.map(({ used }) => used)).not.toContain(1);

    const [approval, ...others] = await openOf(id);
    expect(others).toEqual([]);
    expect(approval).toMatchObject({
      rule: 'E02',
      item: { kind: 'target', chain: 'ETH', address: expect.stringMatching(/^0x/) },
      known: { contract: { hasCode: 'true' }, policy: expect.stringMatching(/^sha256:/) },
    });
    expect(approval.known.simulation.length).toBeGreaterThan(0);

    const path = `/v1/approvals/${approval.id}/approve`;
    const request = { scope: 'permanent', ...why };
    expect(await api.postTo(path, request, submitter)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
    expect(await api.postTo(path, request, approver)).toMatchObject({ status: 200 });
    const settled = await comesTo(id, 'settled');
    expect(settled.fundsState).toBe('moved');

    const { body } = await api.get(`/v1/swaps/${id}/record`);
    expect(body.record.verdicts.map(({ verdict }: { verdict: string }) => verdict)).toEqual([
      'hold',
      'allow',
    ]);
    expect(body.record.verdicts[1]).toMatchObject({
      admittedBy: [approval.id],
      txId: expect.stringMatching(/^0x/),
    });
    const { body: shown } = await api.get(`/v1/swaps/${id}`);
    expect(shown.verdicts).toEqual(body.record.verdicts);
    expect(shown.verdicts[0]).toMatchObject({
      policy: expect.stringMatching(/^sha256:/),
      rules: expect.arrayContaining(['E02', 'G12', 'G13']),
      simulatedBy: [expect.any(String)],
      findings: [{ rule: 'E02', severity: 'hold', facts: expect.any(Object) }],
    });
    const environment = { ...api.environment, FERRYMAN_API_KEY: approverSecret };
    const { stdout } = await ferryman(['swap', 'get', id], { folder: '/nowhere', environment });
    expect(stdout).toContain('guard: hold for the swap');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`admitted by the approvals ${approval.id}`);
    const { body: log } = await api.get(`/v1/audit?subject=approval%20${approval.id}`);
    expect(log.entries[0]).toMatchObject({ action: 'approveItem', reason: why.reason });
  });

  it('passes after a permanent approval, is held again once it is revoked, and fails if it is rejected', async () => {
    await comesTo(await submit(submitter), 'settled');
    const { body } = await api.get('/v1/approvals?inForce=true');
    const [{ id: admission }] = body.approvals;
    const revoked = await api.postTo(`/v1/approvals/${admission}/revoke`, why, approver);
    expect(revoked.body.approval.admission).toMatchObject({ inForce: false });

    const id = await submit(both);
    await comesTo(id, 'awaiting_approval');
    const [approval] = await openOf(id);
    expect(
      await api.postTo(`/v1/approvals/${approval.id}/approve`, { scope: 'once', ...why }, both),
    ).toMatchObject({ status: 403, body: { code: 'APPROVAL_OF_OWN_SWAP' } });
    expect((await api.postTo(`/v1/approvals/${approval.id}/reject`, why, approver)).status).toBe(
      200,
    );
    expect(await comesTo(id, 'failed')).toMatchObject({
      fundsState: 'untouched',
      reason: { code: 'APPROVAL_REJECTED' },
    });
    expect(
      await api.postTo(`/v1/approvals/${approval.id}/approve`, { scope: 'once', ...why }, approver),
    ).toMatchObject({ status: 409, body: { code: 'APPROVAL_DECIDED' } });
  });

  it('is held again if only the database says that a person approved', async () => {
    const id = await submit(submitter);
    await comesTo(id, 'awaiting_approval');
    const [approval] = await openOf(id);
    await test.ferryman.journal.decideApproval({
      ...{ kind: 'approve', scope: 'permanent', by: 'API key key_forged', ...why },
      ...{ id: approval.id, seal: { version: 1, keyId: '0'.repeat(16), signature: 'AAAA' } },
    });
    const again = await waitFor(async () => {
      const [open] = await openOf(id);
      expect(open).toBeDefined();
      expect(open.createdAt).not.toBe(approval.createdAt);
      return open;
    });
    expect(again).toMatchObject({ id: approval.id, state: 'open' });
    await comesTo(id, 'awaiting_approval');
    await api.postTo(`/v1/approvals/${approval.id}/reject`, why, approver);
    await comesTo(id, 'failed');
  });

  it('goes on where the process died after the approval, and is decided by commands too', async () => {
    const id = await submit(submitter);
    await comesTo(id, 'awaiting_approval');
    const [approval] = await openOf(id);
    const environment = { ...api.environment, FERRYMAN_API_KEY: approverSecret };
    const command = (...words: string[]) =>
      ferryman(['approvals', ...words], { folder: '/nowhere', environment });
    expect((await command('list')).stdout).toContain(approval.id);
    expect((await command('show', approval.id)).stdout).toContain('the policy does not name');
    // As by a process that died before it announced the swap: the sweep finds it.
    const { dataFolder } = test.options;
    const seals = createJobSeals({ dataFolder });
    const admission = { scope: 'once', by: 'API key key_died' } as const;
    const seal = (await seals.admissionSealer())({
      ...{ approvalId: approval.id, swapId: id, item: approval.item, ...admission },
    });
    const decision = { kind: 'approve', id: approval.id, ...admission, ...why } as const;
    await test.ferryman.journal.decideApproval({ ...decision, seal });
    await comesTo(id, 'settled');

    const other = await submit(submitter);
    await comesTo(other, 'awaiting_approval');
    const [next] = await openOf(other);
    await command('reject', next.id, '--reason', 'unknown', '--yes');
    await comesTo(other, 'failed');
  });
});
