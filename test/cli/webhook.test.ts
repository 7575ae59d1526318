import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDeliverer } from '../executor/webhooks/deliver-for-test.ts';
import { type AnsweringServer, startAnsweringServer } from '../support/answering-server.ts';
import { type ApiOnPglite, startApiOnPglite } from '../support/start-api-on-pglite.ts';
import { ferryman } from './io-for-test.ts';

let api: ApiOnPglite;
let receiver: AnsweringServer;
let deliverer: ReturnType<typeof startDeliverer>;

beforeAll(async () => {
  api = await startApiOnPglite({ parts: { webhookPolicy: { allowedHosts: ['127.0.0.1'] } } });
  receiver = await startAnsweringServer(({ path }, response) =>
    response.writeHead(path === '/broken' ? 500 : 204).end(),
  );
  deliverer = startDeliverer(api.journal);
});
afterAll(async () => {
  await deliverer?.stop();
  await api?.close();
  await receiver?.close();
});

const call = (...parameters: string[]) =>
  ferryman(['webhook', ...parameters], {
    folder: api.folder,
    environment: { FERRYMAN_API_URL: api.url, FERRYMAN_API_KEY: api.key },
  });

async function make(path: string, ...options: string[]): Promise<{ id: string; secret: string }> {
  const { webhook, secret } = (
    await call('create', `${receiver.url}${path}`, ...options, '--json')
  ).json();
  return { id: webhook.id, secret };
}

const longestOf = (text: string): number =>
  Math.max(...text.split('\n').map((line) => line.length));

describe('ferryman webhook', () => {
  it('makes a webhook, prints its secret alone, and tries it', async () => {
    const { stdout, stderr } = await call('create', receiver.url, '--name', 'payroll');
    expect(stdout).toMatch(/^whsec_[\w+/]+=*$/);
    const [id = ''] = /wh_[0-9a-f]{12}/.exec(stderr) ?? [];
    const tested = await call('test', id);
    expect(tested).toMatchObject({ code: 0, stdout: 'the receiver answered 204' });
    const { text, headers } = receiver.requests.at(-1) ?? {};
    expect(new StandardWebhook(stdout).verify(text ?? '', headers as never)).toMatchObject({
      type: 'webhook.test',
    });
    expect((await call('list')).stdout).toMatch(
      new RegExp(`^${id} +payroll +standard +127\\.0\\.0\\.1:\\d+ +enabled$`, 'm'),
    );
    const rotated = (await call('rotate', id)).stdout;
    expect(rotated).not.toBe(stdout);
    const shown = (await call('show', id)).stdout;
    expect(shown).toContain('the replaced one signs too until');
    expect(shown).not.toContain('whsec_');
    expect((await call('delete', id, '--yes')).stdout).toBe(`${id} is deleted`);
    expect((await call('list')).stderr).toBe('there is no webhook');
    expect(await call('show', id)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`there is no webhook ${id}`),
    });
  });

  it('changes what is sent, and removes limits', async () => {
    const { id } = await make('/', '--wallets', 'main', '--chains', 'ethereum', '--name', 'one');
    expect((await call('show', id)).stdout).toContain('only of  main, ETH');
    await call('change', id, '--topics', 'swap.failed', '--all-chains', '--no-name');
    const { webhook } = (await call('show', id, '--json')).json();
    expect(webhook).toMatchObject({ topics: ['swap.failed'], wallets: ['main'] });
    expect([webhook.name, webhook.chains]).toEqual([undefined, undefined]);
    for (const [options, fault] of [
      [[], 'nothing is to change'],
      [['--topics', 'swap.faild'], 'there is no topic "swap.faild"; did you mean swap.failed?'],
      [['--wallets', 'main', '--all-wallets'], 'give either --wallets or --all-wallets'],
      [['--form', 'slack'], "unknown option '--form'"],
    ] as const)
      expect(await call('change', id, ...options)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(fault),
      });
    await call('delete', id, '--yes');
  });

  it('says why a URL is refused', async () => {
    expect(await call('create', 'https://10.0.0.1/hook')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(
        'a webhook cannot go there\n  <url>: is an address that is not public',
      ),
    });
  });

  it('lists deliveries within 80 columns and sends them again', async () => {
    const { id } = await make('/broken', '--topics', 'swap.event');
    const swap = await api.submit('a delivery');
    const failed = await call('test', id);
    expect(failed).toMatchObject({ code: 1, stdout: 'the receiver answered 500' });
    await expect
      .poll(async () => (await call('deliveries', id)).stdout)
      .toContain(`swap.event of swap ${swap.slice(0, 8)}:`);
    const { stdout } = await call('deliveries', id, '--state', 'pending');
    expect(stdout).toContain('next try 20');
    expect(longestOf(stdout)).toBeLessThanOrEqual(80);
    expect(longestOf((await call('list')).stdout)).toBeLessThanOrEqual(80);
    expect((await call('deliveries', id, '--wide')).stdout).toContain(swap);
    expect((await call('deliveries', id, '--limit', '1')).stderr).toMatch(/^more with --cursor \d/);

    await call('change', id, '--url', receiver.url);
    const [delivery] = (await call('deliveries', id, '--json')).json().deliveries;
    expect((await call('replay', id, '--delivery', delivery.id)).stdout).toBe('1 is sent again');
    await expect
      .poll(async () => (await call('deliveries', id, '--state', 'delivered')).stdout)
      .toContain(delivery.id);
    const since = new Date(Date.now() - 60_000).toISOString();
    expect((await call('replay', id, '--since', since)).stdout).toBe('2 are sent again');
    await expect
      .poll(async () => (await call('deliveries', id, '--state', 'pending')).stderr)
      .toBe('there is no such delivery');

    const disabled = await call('disable', id, '--reason', 'moves to another host');
    expect(disabled.stdout).toContain('moves to another host');
    expect(await call('test', id)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('WEBHOOK_DISABLED'),
    });
    expect((await call('enable', id)).stdout).toContain('enabled');
    expect((await call('replay', id)).stderr).toContain('give either --delivery or --since');
  });
});
