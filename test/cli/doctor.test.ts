import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { sandboxConfigFile } from '../../src/cli/sandbox-config-file.ts';
import type { DoctorCheck, DoctorReport } from '../../src/core/doctor/doctor-report.ts';
import { publicJobKey } from '../../src/keys/create-job-seals.ts';
import { importWallet } from '../../src/keys/import-wallet.ts';
import { type LocalChain, startLocalChain } from '../families/evm/adapter/local-chain.ts';
import { type AnsweringServer, json, startAnsweringServer } from '../support/answering-server.ts';
import { testIntakeSecret } from '../support/intake-keys.ts';
import { ferryman } from './io-for-test.ts';

interface ConfigFile {
  router: { url: string };
  chains: Record<string, Record<string, unknown>>;
  guard: Record<string, unknown>;
  signer?: { socket: string };
}

let sandbox: Sandbox;
const folders: string[] = [];
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(async () => {
  await sandbox?.close();
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
});

/** The doctor's report on a configuration: the sandbox's, changed. */
async function doctor(change: (config: ConfigFile) => void = () => undefined, ...flags: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'ferryman-doctor-'));
  folders.push(folder);
  const config = JSON.parse(sandboxConfigFile(sandbox.endpoints)) as ConfigFile;
  change(config);
  await writeFile(join(folder, 'ferryman.config.json'), JSON.stringify(config));
  await importWallet({
    dataFolder: join(folder, '.ferryman'),
    name: 'treasury',
    password: 'only for tests',
    cost: 2 ** 14,
    secret: `0x${'1'.repeat(64)}`,
  });
  const result = await ferryman(['doctor', ...flags, '--json'], { folder });
  const report: DoctorReport = result.json();
  const text = await ferryman(['doctor', ...flags], { folder });
  return { code: result.code, report, text: text.stdout };
}

const faultsOf = ({ checks }: DoctorReport): DoctorCheck[] =>
  checks.filter(({ status }) => status === 'fault');
const codesOn = ({ networks }: DoctorReport, name: string): string[] | undefined =>
  networks.find(({ chain }) => chain === name)?.missing.map(({ condition }) => condition);

describe('the doctor’s report', () => {
  it('on the sandbox is without a fault: its networks are exempt, and its endpoints give all', async () => {
    const { code, report, text } = await doctor();
    expect(faultsOf(report)).toEqual([]);
    expect(code).toBe(0);
    expect(report.ok).toBe(true);
    expect(report.networks.map(({ chain, kind, open }) => [chain, kind, open])).toEqual(
      ['ETH', 'POLYGON', 'ARBITRUM', 'TRON', 'SOLANA', 'TON', 'BITCOIN'].map((name) => [
        name,
        'exempt',
        true,
      ]),
    );
    const tried: Record<string, string> = {
      ETH: 'HEAD SIMULATION TRACING HISTORY FINALITY LOG_RANGE FEES RATE',
      TRON: 'HEAD SIMULATION TRACING HISTORY FINALITY FEES RATE',
      SOLANA: 'HEAD SIMULATION HISTORY FINALITY FEES RATE',
      TON: 'HEAD SIMULATION TRACING HISTORY FEES RATE',
      BITCOIN: 'HEAD SIMULATION HISTORY FEES RATE',
    };
    for (const [chain, needs] of Object.entries(tried)) {
      const found = report.checks.filter(
        ({ area, subject }) => area === 'endpoint' && subject.endsWith(`of ${chain}`),
      );
      expect(found.map(({ code, status }) => [code, status])).toEqual(
        needs.split(' ').map((need) => [need, 'ok']),
      );
    }
    // The wallet is new, and nothing was sent to it.
    expect(report.checks).toContainEqual(
      expect.objectContaining({ code: 'GAS', subject: 'treasury on ETH', status: 'warning' }),
    );
    expect(text).toContain('0 faults');
  });

  describe('on a network with an id that nobody has registered', () => {
    let foreign: LocalChain;
    beforeAll(async () => {
      foreign = await startLocalChain();
    });
    afterAll(() => foreign?.close());

    it('says all that a real network demands, each with its fix', async () => {
      const { code, report, text } = await doctor(({ chains }) => {
        chains.ETH = { ...chains.ETH, chainId: foreign.chain.chainId, rpcUrls: [foreign.url] };
      });
      expect(code).toBe(1);
      expect(report.ok).toBe(false);
      expect(codesOn(report, 'ETH')).toEqual([
        'SERVER_FORM',
        'CAPS',
        'TWO_HOSTS',
        'SEPARATE_SIGNER',
      ]);
      expect(report.networks.find(({ chain }) => chain === 'ETH')).toMatchObject({
        kind: 'real',
        open: false,
      });
      for (const { fix } of faultsOf(report)) expect(fix).toMatch(/\w/);
      expect(text).toMatch(/FAULT +ETH: the journal and the queue are embedded.*\[SERVER_FORM\]/s);
      expect(text).toContain('ETH is closed: Ferryman signs nothing there');
      // The others are what they were.
      expect(codesOn(report, 'POLYGON')).toEqual([]);
    });

    it('finds that the clock is wrong by more than a second', async () => {
      const shifted = await startAnsweringServer(async ({ text }, response) => {
        const headers = { 'content-type': 'application/json' };
        const answer = await fetch(foreign.url, { method: 'POST', headers, body: text });
        const date = new Date(Date.now() + 30_000).toUTCString();
        response.writeHead(200, { ...headers, date }).end(await answer.text());
      });
      const { report } = await doctor(({ chains }) => {
        chains.ETH = { ...chains.ETH, chainId: foreign.chain.chainId, rpcUrls: [shifted.url] };
      }).finally(() => shifted.close());
      expect(codesOn(report, 'ETH')).toContain('CLOCK');
      expect(faultsOf(report)).toContainEqual(
        expect.objectContaining({
          code: 'CLOCK',
          message: expect.stringMatching(/clock is at least 2\d\.\d s behind that of 127\.0\.0\.1/),
        }),
      );
    });

    it('finds an endpoint that serves another network than the configured one', async () => {
      const { report } = await doctor(({ chains }) => {
        chains.ETH = { ...chains.ETH, rpcUrls: [foreign.url] };
      });
      expect(codesOn(report, 'ETH')?.[0]).toBe('NETWORK_PROVEN');
      expect(faultsOf(report)).toContainEqual(
        expect.objectContaining({
          code: 'NETWORK_PROVEN',
          message: expect.stringMatching(/serves id 7700100.*expected to be id 7700001/),
        }),
      );
    });
  });

  describe('on the configuration of a signer', () => {
    let foreign: LocalChain;
    beforeAll(async () => {
      foreign = await startLocalChain();
    });
    afterAll(() => foreign?.close());

    const onForeign = ({ chains }: ConfigFile): void => {
      chains.ETH = { ...chains.ETH, chainId: foreign.chain.chainId, rpcUrls: [foreign.url] };
    };

    it('demands neither servers nor another signer, and asks the routing service nothing', async () => {
      const { code, report } = await doctor((config) => {
        onForeign(config);
        config.router.url = 'http://127.0.0.1:1';
        config.signer = { socket: 'signer.sock' };
        config.guard = { ...config.guard, jobKeys: [publicJobKey(testIntakeSecret)] };
      }, '--signer');
      expect(code).toBe(1);
      expect(faultsOf(report).map(({ code: one }) => one)).toEqual(['CAPS', 'TWO_HOSTS']);
      expect(report.checks.filter(({ area }) => area === 'router')).toEqual([]);
      // The wallets are those of its own keystores.
      expect(report.checks).toContainEqual(expect.objectContaining({ subject: 'treasury on ETH' }));
    });

    it('finds that it has no socket, and knows no process that accepts jobs', async () => {
      const { report } = await doctor(onForeign, '--signer');
      expect(faultsOf(report).map(({ code: one }) => one)).toEqual([
        'SIGNER_SOCKET',
        'JOB_KEYS',
        'CAPS',
        'TWO_HOSTS',
      ]);
    });

    it('finds that it cannot make its socket', async () => {
      const { report } = await doctor((config) => {
        onForeign(config);
        config.signer = { socket: 'nowhere/signer.sock' };
      }, '--signer');
      expect(faultsOf(report)).toContainEqual(
        expect.objectContaining({
          code: 'SIGNER_SOCKET',
          message: expect.stringMatching(
            /nowhere is not there, or this user cannot create a file in it$/,
          ),
        }),
      );
    });
  });

  it('on workers whose signer is away says so, and names the doctor of the signer', async () => {
    const { report, text } = await doctor((config) => {
      config.signer = { socket: 'signer.sock' };
    });
    expect(faultsOf(report)).toEqual([expect.objectContaining({ code: 'SIGNER_UNAVAILABLE' })]);
    expect(text).toContain('ferryman doctor --signer');
  });

  describe('on broken endpoints', () => {
    const servers: AnsweringServer[] = [];
    afterAll(() => Promise.all(servers.map((server) => server.close())));

    async function serve(answer: Parameters<typeof startAnsweringServer>[0]): Promise<string> {
      const server = await startAnsweringServer(answer);
      servers.push(server);
      return server.url;
    }

    /** A node of the sandbox behind a service that changes some of its answers. */
    const service = (change: (method: string, count: number) => object | undefined) => {
      const counts = new Map<string, number>();
      return serve(async ({ text }, response) => {
        const asked = JSON.parse(text) as
          | { id: number; method: string }
          | { id: number; method: string }[];
        const answers = await Promise.all(
          [asked].flat().map(async (one) => {
            const count = (counts.get(one.method) ?? 0) + 1;
            counts.set(one.method, count);
            const error = change(one.method, count);
            if (error) return { jsonrpc: '2.0', id: one.id, ...error };
            const [url = ''] = sandbox.endpoints.chains.ETH.rpcUrls;
            const body = JSON.stringify(one);
            const headers = { 'content-type': 'application/json' };
            return (await fetch(url, { method: 'POST', headers, body })).json();
          }),
        );
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]));
      });
    };

    const on = async (rpcUrls: string[]) =>
      (
        await doctor(({ chains }) => {
          chains.ETH = { ...chains.ETH, rpcUrls };
        })
      ).report;
    const found = (report: DoctorReport, code: string) =>
      report.checks.find(
        (check) =>
          check.area === 'endpoint' && check.subject.endsWith('of ETH') && check.code === code,
      );

    it('says that none answers, and that the network is unproven', async () => {
      const report = await on(['http://127.0.0.1:1']);
      expect(codesOn(report, 'ETH')?.[0]).toBe('NETWORK_PROVEN');
      expect(report.networks[0]).toMatchObject({ chain: 'ETH', kind: 'unproven', open: false });
      expect(found(report, 'HEAD')).toMatchObject({ status: 'fault' });
    });

    it('says that an answer is no answer of a node', async () => {
      const report = await on([await serve(json({ hello: 'world' }))]);
      expect(report.networks[0]).toMatchObject({ kind: 'unproven' });
      expect(found(report, 'HEAD')).toMatchObject({ status: 'fault' });
    });

    it('finds what a node lacks', async () => {
      const lacking = { error: { code: -32601, message: 'the method does not exist' } };
      const limit = { error: { code: -32602, message: 'query exceeds max block range 100' } };
      const report = await on([
        await service((method) => {
          if (method === 'eth_simulateV1' || method.startsWith('debug_')) return lacking;
          return method === 'eth_getLogs' ? limit : undefined;
        }),
      ]);
      expect(found(report, 'SIMULATION')).toMatchObject({ status: 'fault' });
      expect(found(report, 'TRACING')).toMatchObject({ status: 'warning' });
      expect(found(report, 'LOG_RANGE')).toMatchObject({
        status: 'fault',
        message: expect.stringContaining('max block range'),
      });
      expect(found(report, 'HISTORY')).toMatchObject({ status: 'ok' });
      expect(report.ok).toBe(false);
    });

    it('finds a rate limit that is hidden in answers with the status 200', async () => {
      const limited = { error: { code: -32005, message: 'daily request count exceeded' } };
      const report = await on([
        await service((method, count) =>
          method === 'eth_blockNumber' && count > 5 ? limited : undefined,
        ),
      ]);
      expect(found(report, 'RATE')).toMatchObject({
        status: 'warning',
        message: expect.stringContaining('refused 15 of 20 requests'),
      });
    });
  });

  it('on a faulty configuration is its faults', async () => {
    const { code, report } = await doctor(({ chains }) => {
      chains.NOWHERE = { rpcUrls: ['http://127.0.0.1:1'] };
    });
    expect(code).toBe(1);
    expect(report.checks).toEqual([
      expect.objectContaining({
        area: 'configuration',
        subject: '/chains/NOWHERE',
        status: 'fault',
      }),
    ]);
  });
});
