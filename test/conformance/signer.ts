import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { FerrymanOptions } from '../../src/ferryman-options.ts';
import type { Signer, SigningAnswer, SigningRequest } from '../../src/ports/signer.ts';
import {
  coinForUsdc,
  fund,
  native,
  oneEther,
  runJob,
  startTestFerryman,
  type TestFerryman,
} from '../support/harness.ts';
import { partOf, recordingSigner, requestOf, withNonce } from '../support/signing-requests.ts';

interface SignerUnderTest {
  /** Hands the keys of a test's Ferryman to the signer. */
  adopt?: (options: FerrymanOptions) => Promise<FerrymanOptions>;
  close(): Promise<void>;
}

/** What every signer does for workers, wherever its keys are. */
export function signerSuite(name: string, open: () => Promise<SignerUnderTest>): void {
  describe(`a signer: ${name}`, () => {
    const requests: SigningRequest[] = [];
    let sandbox: Sandbox;
    let under: SignerUnderTest;
    let one: TestFerryman;
    let signer: Signer;

    beforeAll(async () => {
      sandbox = await startSandbox({ otherChains: [] });
      under = await open();
      one = await startTestFerryman({
        endpoints: sandbox.endpoints,
        wallets: ['treasury'],
        ...(under.adopt ? { adjust: under.adopt } : {}),
        signer: (given) => {
          signer = given;
          return recordingSigner(requests)(given);
        },
      });
      await fund(sandbox.endpoints, 'ETH', one.wallets.treasury ?? '', native, 10n * oneEther);
      const swap = await runJob(one.ferryman, coinForUsdc(sandbox.endpoints, 'ETH'));
      expect(swap.swap.state).toBe('settled');
    });
    afterAll(async () => {
      await one?.close();
      await under?.close();
      await sandbox?.close();
    });

    const payment = () => partOf(requests[0]!);
    const outcome = async (request: SigningRequest): Promise<string> =>
      signer.sign(request).then(describeAnswer, ({ code }: { code: string }) => code);

    it('signs again what it has signed, since both are one payment', async () => {
      expect(await outcome(requestOf(payment()))).toBe('signed');
    });

    it('signs no second payment of a swap, under whatever lease', async () => {
      expect(await outcome(requestOf(withNonce(payment(), 77)))).toBe('PAYMENT_LANDED');
    });

    it('signs for no job that differs from the sealed one', async () => {
      const { swap } = payment();
      const larger = { ...swap, job: { ...swap.job, amount: swap.job.amount * 2n } };
      expect(await outcome(requestOf({ ...payment(), swap: larger }))).toContain('G13');
    });

    it('signs nothing but what the guard finds in the bytes', async () => {
      const other = { ...payment(), intent: { kind: 'cancel' } } as const;
      expect(await outcome(requestOf(other))).toMatch(/^reject|SIGNER_REFUSED/);
    });

    it('has the keys of its own accounts only', async () => {
      const account = `0x${'22'.repeat(20)}`;
      const { swap, lease, unsigned } = payment();
      const job = { ...swap.job, wallet: { ...swap.job.wallet, address: account } };
      const other = {
        ...payment(),
        ...{ swap: { ...swap, job }, lease: { ...lease, account } },
        unsigned: { ...unsigned, account },
      };
      expect(await outcome(requestOf(other))).toBe('KEYSTORE_MISSING');
    });
  });
}

/** `signed`, the code of an error, or the verdict with the rules that decided it. */
export function describeAnswer(answer: SigningAnswer): string {
  switch (answer.kind) {
    case 'signed':
      return 'signed';
    case 'failed':
      return answer.error.code;
    case 'refused': {
      const { kind, findings } = answer.verdict;
      return `${kind} ${[...new Set(findings.map(({ rule }) => rule))].join()}`;
    }
  }
}
