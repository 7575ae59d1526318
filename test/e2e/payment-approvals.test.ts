import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { VoteDecision } from '../../src/core/approvals/payment-envelope.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { SwapState } from '../../src/core/swap/swap.ts';
import type { JobRequest } from '../../src/executor/job-request.ts';
import { ferryman } from '../cli/io-for-test.ts';
import { type TestApprovers, testApprovers } from '../support/approvers.ts';
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
import { type SignerApart, signerApart } from '../support/signer-apart.ts';
import { waitFor } from '../support/wait-for.ts';

type Headers = { authorization: string };

/** Anybody's money until one row says otherwise: 2 of 3 sign what the treasury pays. */
describe('a payment that needs two of three approvals', () => {
  let sandbox: Sandbox;
  let test: TestFerryman;
  let api: TestApi;
  let apart: SignerApart;
  let approvers: TestApprovers;
  let submitter: Headers;
  let approver: Headers;
  let approverSecret: string;
  let ownKey: Headers;

  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: [] });
    const { endpoints } = sandbox;
    approvers = testApprovers(['ann', 'ben', 'cleo']);
    const demand = { approvals: 2, of: ['ann', 'ben', 'cleo'] };
    const guardPolicy = policyFrom({
      ...endpoints.guardPolicy,
      approvers: approvers.file,
      approvals: [
        { when: { wallet: 'mover' }, then: 'allow' },
        {
          when: { wallet: 'patient', newReceiver: true },
          then: { ...demand, expiresAfter: '24h', coolFor: '5s' },
        },
        { when: { wallet: 'hasty' }, then: { ...demand, expiresAfter: '3s' } },
        { when: { wallet: 'treasury', aboveUsd: '10' }, then: { ...demand, expiresAfter: '24h' } },
        { when: {}, then: 'block' },
      ],
    });
    // It verifies the votes once more, by its own policy.
    apart = await signerApart();
    test = await startTestFerryman({
      endpoints,
      wallets: ['treasury', 'mover', 'hasty', 'patient', 'other'],
      adjust: (options) => apart.adopt({ ...options, guardPolicy }),
    });
    const give = (wallet: string, ether: bigint) =>
      fund(endpoints, 'ETH', test.wallets[wallet] ?? '', native, ether * oneEther);
    await Promise.all([
      give('treasury', 5n),
      give('mover', 600n),
      give('hasty', 1n),
      give('patient', 1n),
      give('other', 1n),
    ]);
    api = await serveTestApi(test.ferryman);
    const make = async (...scopes: string[]): Promise<string> => {
      const { body } = await api.postTo('/v1/keys', { scopes });
      return body.secret;
    };
    const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
    submitter = bearer(await make('view', 'submit'));
    ownKey = bearer(await make('view', 'submit', 'approve'));
    approverSecret = await make('view', 'approve');
    approver = bearer(approverSecret);
  });
  afterAll(async () => {
    await api?.close();
    await test?.close();
    await apart?.close();
    await sandbox?.close();
  });

  async function submit(
    wallet: string,
    amount = '0.01',
    as = submitter,
    other: Partial<JobRequest> = {},
  ): Promise<SwapId> {
    const own = { wallet, amount, slippageBps: 20, ...other };
    const job = coinForUsdc(sandbox.endpoints, 'ETH', own);
    const { body, status } = await api.post(job, as);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body.swap.id;
  }

  async function comesTo(id: SwapId, state: SwapState) {
    return waitFor(async () => {
      const { body } = await api.get(`/v1/swaps/${id}`);
      expect(body.swap.state, JSON.stringify(body.swap.reason)).toBe(state);
      return body.swap;
    });
  }

  /** What waits for the approvers. */
  async function openOf(id: SwapId, not = '') {
    return waitFor(async () => {
      const { body } = await api.get(`/v1/approvals?swapId=${id}&state=open`);
      const [found] = body.approvals.filter((one: { id: string }) => one.id !== not);
      expect(found).toBeDefined();
      return found;
    });
  }

  async function vote(
    approvalId: string,
    name: string,
    { decision = 'approve', as = approver }: { decision?: VoteDecision; as?: Headers } = {},
  ) {
    const path = `/v1/approvals/${approvalId}/votes`;
    const { body } = await api.get(path);
    const assertion = approvers.passkeyOf(name).sign(body.signing.challenges[decision]);
    return api.postTo(path, { decision, reason: 'as agreed', assertion }, as);
  }

  const missingOf = async (approvalId: string): Promise<number> =>
    (await api.get(`/v1/approvals/${approvalId}/votes`)).body.missing;

  /** As others do who trade in the same pool. */
  async function movePrice(ether: string): Promise<void> {
    const id = await submit('mover', ether);
    await comesTo(id, 'settled');
  }

  const signatures = async (id: SwapId): Promise<number> =>
    (await test.ferryman.journal.events(id)).filter(({ type }) => type === 'attempt_committed')
      .length;

  it('is signed after two approvers, within what they have signed', async () => {
    const id = await submit('treasury');
    const held = await comesTo(id, 'awaiting_approval');
    expect(held).toMatchObject({ fundsState: 'untouched', reason: { code: 'APPROVAL_NEEDED' } });
    const approval = await openOf(id);
    expect(approval).toMatchObject({
      rule: 'G15',
      item: { kind: 'payment', approvals: 2, of: ['ann', 'ben', 'cleo'] },
      known: { facts: { row: '4 of 5', newReceiver: 'yes' } },
    });

    // An API key approves nothing here, whoever holds it.
    const approve = `/v1/approvals/${approval.id}/approve`;
    expect(await api.postTo(approve, { scope: 'once', reason: 'now' }, approver)).toMatchObject({
      status: 409,
      body: { code: 'APPROVAL_NEEDS_VOTES' },
    });

    expect((await vote(approval.id, 'ann')).status).toBe(200);
    expect(await missingOf(approval.id)).toBe(1);
    // The same person again is no second one.
    expect((await vote(approval.id, 'ann')).status).toBe(200);
    expect(await missingOf(approval.id)).toBe(1);

    // The market moves a little, and the next quote is inside what is being signed.
    await movePrice('5');
    const environment = { ...api.environment, FERRYMAN_API_KEY: approverSecret };
    const command = ['approvals', 'show', approval.id];
    const { stdout } = await ferryman(command, { folder: '/nowhere', environment });
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /needs 2 of ann, ben, cleo; 1 missing vote ann: approve/,
    );

    expect(await signatures(id)).toBe(0);
    expect((await vote(approval.id, 'ben')).status).toBe(200);
    await comesTo(id, 'settled');
    expect(await signatures(id)).toBe(1);
    const { body } = await api.get(`/v1/swaps/${id}/record`);
    expect(body.record.verdicts.at(-1)).toMatchObject({
      verdict: 'allow',
      rules: expect.arrayContaining(['G15']),
      admittedBy: [approval.id],
    });
    const { body: log } = await api.get(`/v1/audit?subject=approval%20${approval.id}`);
    expect(log.entries[0]).toMatchObject({ action: 'voteOnPayment', reason: 'as agreed' });
  });

  it('goes back to the approvers with a quote outside of what they have signed', async () => {
    const id = await submit('treasury');
    await comesTo(id, 'awaiting_approval');
    const first = await openOf(id);
    expect((await vote(first.id, 'ann')).status).toBe(200);
    await movePrice('500');
    expect((await vote(first.id, 'ben')).status).toBe(200);
    const second = await openOf(id, first.id);
    expect(second.item.envelope.to.minimumBaseUnits).not.toBe(
      first.item.envelope.to.minimumBaseUnits,
    );
    // The votes on the first one do not count.
    expect(await missingOf(second.id)).toBe(2);
    expect(await signatures(id)).toBe(0);
    await vote(second.id, 'ben');
    expect(await missingOf(second.id)).toBe(1);
    await vote(second.id, 'cleo');
    await comesTo(id, 'settled');
    expect(await signatures(id)).toBe(1);
  });

  it('is not approved by whoever asked for it', async () => {
    const id = await submit('treasury', '0.01', ownKey);
    await comesTo(id, 'awaiting_approval');
    const approval = await openOf(id);
    expect(await vote(approval.id, 'ann', { as: ownKey })).toMatchObject({
      status: 403,
      body: { code: 'APPROVAL_OF_OWN_SWAP' },
    });
    expect(await missingOf(approval.id)).toBe(2);
    // One who rejects is enough.
    expect((await vote(approval.id, 'cleo', { decision: 'reject' })).status).toBe(200);
    expect(await comesTo(id, 'failed')).toMatchObject({
      fundsState: 'untouched',
      reason: { code: 'APPROVAL_REJECTED' },
    });
  });

  it('takes no vote of a passkey that the policy does not name, nor one over something else', async () => {
    const id = await submit('treasury');
    await comesTo(id, 'awaiting_approval');
    const approval = await openOf(id);
    const path = `/v1/approvals/${approval.id}/votes`;
    const { body } = await api.get(path);
    const send = (assertion: object) =>
      api.postTo(path, { decision: 'approve', reason: 'mine', assertion }, approver);
    const stranger = testApprovers(['ann']).passkeyOf('ann');
    const { approve, reject } = body.signing.challenges;
    const ann = approvers.passkeyOf('ann');
    for (const assertion of [stranger.sign(approve), ann.sign(reject), ann.sign('AAAA')])
      expect(await send(assertion)).toMatchObject({ status: 422, body: { code: 'VOTE_INVALID' } });
    expect(await missingOf(approval.id)).toBe(2);

    // Rows that an attacker writes into the database sign nothing.
    const forged = { credentialId: ann.id, authenticatorData: 'AAAA', clientDataJson: 'AAAA' };
    for (const name of ['ann', 'ben'])
      await test.ferryman.journal.recordVote({
        ...{ approvalId: approval.id, approver: name, decision: 'approve', reason: 'forged' },
        ...{ by: 'API key key_forged', assertion: { ...forged, signature: 'AAAA' } },
      });
    const again = await openOf(id, approval.id);
    expect(again.item.kind).toBe('payment');
    expect(await signatures(id)).toBe(0);
    await vote(again.id, 'ann', { decision: 'reject' });
    await comesTo(id, 'failed');
    expect(await signatures(id)).toBe(0);
  });

  it('fails unpaid if the approvers do not sign in time', async () => {
    const id = await submit('hasty');
    expect(await comesTo(id, 'failed')).toMatchObject({
      fundsState: 'untouched',
      reason: { code: 'APPROVAL_EXPIRED' },
    });
    expect(await signatures(id)).toBe(0);
  });

  it('waits for the cooling period of a new receiver, whoever has signed', async () => {
    // Whom no swap has paid before.
    const receiver = `0x${'3'.repeat(40)}`;
    const id = await submit('patient', '0.01', submitter, { receiver });
    await comesTo(id, 'awaiting_approval');
    const approval = await openOf(id);
    const { notBefore } = approval.item.envelope;
    expect(notBefore).toBeGreaterThan(Date.parse(approval.createdAt) - 5_000);
    await vote(approval.id, 'ann');
    await vote(approval.id, 'ben');
    await comesTo(id, 'settled');
    const events = await test.ferryman.journal.events(id);
    const signed = events.find(({ type }) => type === 'attempt_committed');
    expect(signed?.at).toBeGreaterThanOrEqual(notBefore);
  });

  it('is blocked where no row lets it pass', async () => {
    const id = await submit('other');
    expect(await comesTo(id, 'failed')).toMatchObject({
      fundsState: 'untouched',
      reason: { code: 'GUARD_REJECTED' },
    });
  });
});
