import { expect, it } from 'vitest';
import { describeConfig } from '../../src/config/describe-config.ts';
import { checkConfig, loadConfig } from '../../src/config/load-config.ts';

const folder = '/nowhere';
const eth = {
  FERRYMAN_ROUTER_URL: 'https://router.example',
  FERRYMAN_RPC_URLS_ETH: 'https://sepolia.example',
  FERRYMAN_CHAIN_ID_ETH: '11155111',
};

it('takes WebSockets that tell of blocks, and shows nothing of them but their host', async () => {
  const wsUrls = ['wss://sepolia.example/ws/secret-project', 'ws://127.0.0.1:8546'];
  const config = await loadConfig({
    folder,
    environment: { ...eth, FERRYMAN_WS_URLS_ETH: wsUrls.join(', ') },
  });
  expect(config.networks).toMatchObject({ chains: [{ chain: { name: 'ETH' }, wsUrls }] });
  const shown = JSON.stringify(describeConfig(config));
  expect(shown).toContain('"wsUrls":["wss://sepolia.example","ws://127.0.0.1:8546"]');
  expect(shown).not.toContain('secret-project');
});

it.each([
  ['ETH', 'https://sepolia.example', '/chains/ETH/wsUrls/0'],
  ['ETH', 'ws://sepolia.example', '/chains/ETH/wsUrls/0'],
  ['TRON', 'wss://tron.example', '/chains/TRON/wsUrls'],
])('refuses what tells of no blocks of %s: %s', async (name, url, path) => {
  const environment = {
    ...eth,
    [`FERRYMAN_RPC_URLS_${name}`]: 'https://node.example',
    [`FERRYMAN_WS_URLS_${name}`]: url,
  };
  const checked = await checkConfig({ folder, environment });
  expect(checked.ok ? [] : checked.faults.map((fault) => fault.path)).toContain(path);
});
