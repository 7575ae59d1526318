import type { Page } from 'playwright-core';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { FerrymanOptions } from '../../src/ferryman-options.ts';
import type { SwapView } from '../../src/ports/stores/swap-store.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { policyFrom } from '../support/guard-policy.ts';
import { hangSignal } from '../support/hang-limit.ts';
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
import { serveTestApi, type TestApi } from '../support/serve-test-api.ts';
import { tellSandbox } from '../support/tell-sandbox.ts';
import { until } from '../support/until.ts';

/** A provider that takes the payment and says that it failed. */
const failing = 'xy';

export interface Dashboard {
  ferryman: TestFerryman['ferryman'];
  /** Addresses by name. */
  wallets: TestFerryman['wallets'];
  api: TestApi;
  browser: TestBrowser;
  /** The first key, which may do everything. */
  adminKey: string;
  /** A key with some rights only. */
  makeKey(scopes: readonly string[], name: string): Promise<string>;
  /** Signs in as a person does. */
  signIn(page: Page, key: string): Promise<void>;
  /** 0.01 ETH for USDC on one chain. */
  submit(wallet: string, metadata?: Record<string, string>): Promise<SwapId>;
  /** Through a provider that keeps the payment: the swap comes to wait for a person. */
  submitToFail(): Promise<SwapId>;
  /** On Polygon, where the policy names no contract: the swap comes to wait for an approval. */
  submitToHold(wallet: string): Promise<SwapId>;
  /** Gives a wallet ether on Ethereum. */
  fundWallet(name: string): Promise<void>;
  /** Whether Ethereum has new blocks. */
  mine(mining: boolean): Promise<void>;
  ended(id: SwapId): Promise<SwapView>;
  /** The payment of a swap, once it is signed. */
  paymentOf(id: SwapId): Promise<string>;
  close(): Promise<void>;
}

/**
 * Local chains, a service that works on them and serves the dashboard, and a browser.
 * @param members of the guard's policy, beside those of the sandbox
 * @param options of the service, beside those of the sandbox
 */
export async function startDashboard(
  wallets: readonly string[],
  members: object = {},
  options: Partial<FerrymanOptions> = {},
): Promise<Dashboard> {
  const closing: (() => Promise<void>)[] = [];
  const sandbox: Sandbox = await startSandbox({ otherChains: [] });
  closing.unshift(() => sandbox.close());
  const { endpoints } = sandbox;
  const chains = endpoints.guardPolicy.chains as Record<string, object>;
  // It names no contract on Polygon: what a swap calls there is held.
  const POLYGON = { ...chains.POLYGON, targets: [] };
  const guardPolicy = policyFrom({
    ...{ ...endpoints.guardPolicy, ...members },
    chains: { ...chains, POLYGON },
  });
  const one = await startTestFerryman({
    endpoints,
    wallets: [...wallets, failing],
    adjust: (usual) => ({ ...usual, guardPolicy, ...options }),
  });
  closing.unshift(() => one.close());
  const { ferryman } = one;
  const api = await serveTestApi(ferryman, { dashboard: 'dist/dashboard' });
  closing.unshift(() => api.close());
  const { FERRYMAN_API_URL: url = '', FERRYMAN_API_KEY: adminKey = '' } = api.environment;
  const browser = await launchBrowser(url);
  closing.unshift(() => browser.close());
  const give = (chain: 'ETH' | 'POLYGON', wallet: string, token: string, amount: bigint) =>
    fund(endpoints, chain, one.wallets[wallet] ?? '', tokenOf(endpoints, chain, token), amount);
  return {
    ...{ ferryman, api, browser, adminKey, wallets: one.wallets },
    async makeKey(scopes, name) {
      const { body } = await api.postTo('/v1/keys', { scopes, name });
      return body.secret;
    },
    async signIn(page, key) {
      await page.goto('/');
      await page.getByLabel('API key').fill(key);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
    },
    async submit(wallet, metadata = {}) {
      const job = coinForUsdc(endpoints, 'ETH', { wallet, metadata });
      return (await submitJob(ferryman, job)).swap.id;
    },
    async submitToFail() {
      await give('ETH', failing, 'native', oneEther);
      await give('ETH', failing, 'USDC', 100_000_000n);
      const { swap } = await submitJob(ferryman, {
        wallet: failing,
        from: { chain: 'ETH', token: tokenOf(endpoints, 'ETH', 'USDC') },
        to: { chain: 'POLYGON', token: tokenOf(endpoints, 'POLYGON', 'USDC') },
        amount: '100',
        receiver: '0x2222222222222222222222222222222222222222',
        slippageBps: 100,
        providers: { allow: [failing] },
      });
      await until(
        async () => (await ferryman.journal.findSwap(swap.id))?.swap.state === 'needs_review',
      );
      return swap.id;
    },
    async submitToHold(wallet) {
      await give('POLYGON', wallet, 'native', oneEther);
      const job = coinForUsdc(endpoints, 'POLYGON', { wallet });
      const { swap } = await submitJob(ferryman, job);
      await until(
        async () => (await ferryman.journal.findSwap(swap.id))?.swap.state === 'awaiting_approval',
      );
      return swap.id;
    },
    fundWallet: (name) => fund(endpoints, 'ETH', one.wallets[name] ?? '', native, oneEther),
    async mine(mining) {
      await tellSandbox(endpoints.control.url, '/chains/ETH', { mining });
    },
    ended: (id) => ferryman.awaitEnd(id, { signal: hangSignal() }),
    async paymentOf(id) {
      let hash = '';
      await until(async () => {
        const events = await ferryman.journal.events(id);
        const signed = events.find(
          ({ type, data }) => type === 'attempt_committed' && data.kind === 'pay',
        );
        hash = `${signed?.data.txId ?? ''}`;
        return hash !== '';
      });
      return hash;
    },
    async close() {
      for (const close of closing) await close();
    },
  };
}
