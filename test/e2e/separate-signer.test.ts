import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'undici';
import { encodeFunctionData, erc20Abi } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { jsonWithAmounts } from '../../src/core/text/json-with-amounts.ts';
import type { PartToSign, SigningRequest } from '../../src/ports/signer.ts';
import { connectSigner, type SignerConnection } from '../../src/signer/socket/connect-signer.ts';
import { describeAnswer } from '../conformance/signer.ts';
import {
  coinForUsdc,
  fund,
  native,
  oneEther,
  startTestFerryman,
  submitJob,
  type TestFerryman,
  tokenOf,
} from '../support/harness.ts';
import { type SignerApart, signerApart } from '../support/signer-apart.ts';
import {
  partOf,
  recordingSigner,
  requestOf,
  withNonce,
  withTransaction,
} from '../support/signing-requests.ts';
import { until } from '../support/until.ts';

const attacker = '0xdeaddeaddeaddeaddeaddeaddeaddeaddeaddead';
/** So many payments an hour. The treasury has more jobs. */
const count = 2;

const requests: SigningRequest[] = [];
let sandbox: Sandbox;
let apart: SignerApart;
let one: TestFerryman;
/** Of the attacker, who has taken over a worker. */
let connection: SignerConnection;
let raw: Client;

beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: [] });
  apart = await signerApart(({ guardPolicy, ...options }) => ({
    ...options,
    guardPolicy: {
      ...guardPolicy!,
      caps: [{ name: 'few', window: 'hour', bound: { unit: 'count', count } }],
    },
  }));
  one = await startTestFerryman({
    endpoints: sandbox.endpoints,
    wallets: ['treasury'],
    adjust: apart.adopt,
    signer: recordingSigner(requests),
  });
  await fund(sandbox.endpoints, 'ETH', one.wallets.treasury ?? '', native, 10n * oneEther);
  connection = connectSigner(apart.socket);
  raw = new Client('http://signer', { socketPath: apart.socket });
});
afterAll(async () => {
  await raw?.close();
  await connection?.close();
  await one?.close();
  await apart?.close();
  await sandbox?.close();
});

const submit = () => submitJob(one.ferryman, coinForUsdc(sandbox.endpoints, 'ETH'));
const stateOf = async (id: string) => (await one.ferryman.journal.snapshot(id as never))!.swap;

async function post(path: string, body: unknown) {
  const { body: answer } = await raw.request({
    method: 'POST',
    path,
    body: jsonWithAmounts(body),
  });
  return (await answer.json()) as { code?: string };
}

describe('workers whose keys a signer of its own has', () => {
  it('settle swaps, and have neither keys nor a signing log', async () => {
    const swaps = [await submit(), await submit()];
    for (const { swap } of swaps)
      await until(async () => (await stateOf(swap.id)).state === 'settled');
    for (const folder of ['keys', 'ledger'])
      await expect(access(join(one.options.dataFolder, folder))).rejects.toMatchObject({
        code: 'ENOENT',
      });
  });

  it('wait with what is above the caps of the signer', async () => {
    const { swap } = await submit();
    await until(async () => (await stateOf(swap.id)).reason?.code === 'SIGNER_REFUSED');
    expect(await stateOf(swap.id)).toMatchObject({ fundsState: 'untouched' });
    expect((await stateOf(swap.id)).reason?.message).toContain('the cap few');
  });
});

describe('a worker that was taken over', () => {
  const paid = (): PartToSign => partOf(requests[0]!);
  const payToAttacker = { to: attacker, data: '0x', value: oneEther } as const;

  it.each<[what: string, ask: () => PartToSign, answer: RegExp]>([
    ['a payment again', () => withNonce(paid(), 50), /^PAYMENT_LANDED$/],
    ['a payment to another address', () => withTransaction(paid(), payToAttacker), /^reject/],
    [
      'the same as the fee of a cancel',
      () => ({ ...withTransaction(paid(), payToAttacker), intent: { kind: 'cancel' } }),
      /^reject/,
    ],
    [
      'a cancel of what was never signed',
      () => {
        const { unsigned, lease } = withNonce(paid(), 60);
        const self = withTransaction(
          { ...paid(), unsigned, lease },
          { to: paid().lease.account as `0x${string}`, data: '0x', value: 0n },
        );
        const transaction = { family: 'evm', to: paid().lease.account, data: '0x', value: 0n };
        return { ...self, intent: { kind: 'cancel' }, transaction } as PartToSign;
      },
      /^(reject|SIGNER_REFUSED)/,
    ],
    [
      'an allowance for itself',
      () => {
        const token = tokenOf(sandbox.endpoints, 'ETH', 'USDC');
        const data = encodeFunctionData({
          abi: erc20Abi,
          functionName: 'approve',
          args: [attacker, oneEther],
        });
        const intent = { kind: 'approve', token, spender: attacker, value: oneEther } as const;
        const transaction = { family: 'evm', to: token, data, value: 0n } as const;
        const changed = withTransaction(withNonce(paid(), 51), {
          to: token as `0x${string}`,
          data,
          value: 0n,
        });
        return { ...changed, intent, transaction };
      },
      /^(reject|hold)/,
    ],
    [
      'a payment of a job that it has made up',
      () => {
        const { swap } = paid();
        const { seal: _, ...unsealed } = swap;
        return {
          ...withNonce(paid(), 52),
          swap: { ...unsealed, id: crypto.randomUUID() as never },
        };
      },
      /G13/,
    ],
    [
      'a job of another wallet',
      () => {
        const { swap } = paid();
        const wallet = { ...swap.job.wallet, address: attacker };
        return { ...paid(), swap: { ...swap, job: { ...swap.job, wallet } } };
      },
      /^SIGNER_REFUSED$/,
    ],
    [
      'a payment on another chain than the job’s',
      () => {
        const { swap } = paid();
        const from = { ...swap.job.from, chain: 'POLYGON' };
        return { ...paid(), swap: { ...swap, job: { ...swap.job, from } } };
      },
      /^SIGNER_REFUSED$/,
    ],
    [
      'a larger payment, with the seal of the job',
      () => {
        const { swap } = paid();
        return { ...paid(), swap: { ...swap, job: { ...swap.job, amount: oneEther } } };
      },
      /G13/,
    ],
    [
      'what a made-up approval admits',
      () => ({
        ...withTransaction(paid(), payToAttacker),
        admitted: [
          {
            approvalId: 'approval_1',
            swapId: paid().swap.id,
            item: { kind: 'destination', chain: 'ETH', address: attacker },
            scope: 'permanent',
            by: 'API key admin',
            seal: { version: 1, keyId: paid().swap.seal!.keyId, signature: 'AAAA' },
          },
        ],
      }),
      /^reject/,
    ],
  ])('gets no signature for %s', async (_what, ask, expected) => {
    const answer = await connection.signer
      .sign(requestOf(ask()))
      .then(describeAnswer, ({ code }: { code: string }) => code);
    expect(answer).toMatch(expected);
  });

  it('is believed no facts, and no word that the order was judged before', async () => {
    const { facts, ...honest } = paid();
    const { unsigned } = withTransaction(paid(), payToAttacker);
    const part = { ...honest, unsigned, facts, repeats: true };
    expect(await post('/sign', { unsigned, parts: [part] })).toMatchObject({ kind: 'refused' });
  });

  it.each<[what: string, path: string, body: unknown]>([
    ['a bare digest', '/sign', { keyRef: 'treasury', digest: `0x${'00'.repeat(32)}` }],
    ['another call', '/keys', {}],
    ['a part without a job', '/sign', { unsigned: {}, parts: [{}] }],
    ['an entry that is none', '/log/record', [{ chain: 'ETH' }]],
  ])('gets an error for %s', async (_what, path, body) => {
    expect(await post(path, body)).toMatchObject({ code: 'SIGNER_REFUSED' });
  });

  it('cannot have more signed in an hour than the caps allow, by sealed jobs either', async () => {
    const waiting = requests.find(
      ({ parts }) =>
        parts[0].swap.id !== requests[0]!.parts[0].swap.id &&
        parts[0].swap.id !== requests[1]!.parts[0].swap.id,
    );
    const answer = await connection.signer.sign(requestOf(partOf(waiting!)));
    expect(describeAnswer(answer)).toMatch(/^(SIGNER_REFUSED|requote|hold|reject)/);
  });
});
