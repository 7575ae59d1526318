import { describe, expect, it } from 'vitest';
import { judgeNetwork } from '../../../src/core/gate/judge-network.ts';
import { type Chain, chainRegistry } from '../../../src/core/swap/chains.ts';
import type { NetworkIdentity } from '../../../src/families/shared/formats/network-identity.ts';
import { tonChains } from '../../../src/families/ton/formats/chain.ts';

/** A chain as it is configured, over the registry's entry. */
const configured = (name: string, change: object = {}): Chain =>
  ({ ...chainRegistry[name], ...change }) as Chain;

const shown = (...networks: NetworkIdentity[]) =>
  networks.map((network, index) => ({ host: `host-${index + 1}.example`, network }));

const ethGenesis = '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3';
const sepoliaGenesis = '0x25a5cc106eea7138acab33231d7160d69cb777ee0c2c553fcddf5138993e6dd9';
const anvilGenesis = `0x${'5'.repeat(64)}`;
const tonMain = Buffer.from(tonChains.TON!.genesis, 'base64').toString('hex');
const tonSandbox = '0ebab9a898839ab4b3a782e68f20436e3a4d48ac1293a4ed10a19430ffb85415';

describe('a network', () => {
  it.each([
    [
      'the sandbox',
      configured('ETH', { chainId: 7_700_001 }),
      { id: '7700001', genesis: anvilGenesis },
    ],
    [
      'Sepolia',
      configured('ETH', { chainId: 11_155_111 }),
      { id: '11155111', genesis: sepoliaGenesis },
    ],
    [
      'a test network whose genesis the registry does not have',
      configured('BSCT'),
      { id: '97', genesis: anvilGenesis },
    ],
    [
      'regtest',
      configured('BITCOIN', {
        genesis: '0F9188F13CB7B2C71F2A335E3A4FC328BF5BEB436012AFCA590B1A11466E2206',
      }),
      { genesis: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206' },
    ],
    [
      'the sandbox of TON',
      configured('TON', { genesis: tonSandbox, networkId: -7_700_006 }),
      { id: '-7700006', genesis: tonSandbox },
    ],
  ])('is exempt: %s', (_, chain, network) => {
    expect(judgeNetwork(chain, shown(network)).kind).toBe('exempt');
  });

  it.each([
    ['Ethereum', configured('ETH'), { id: '1', genesis: ethGenesis }],
    [
      'one with an id that nobody has registered',
      configured('ETH', { chainId: 424_242 }),
      { id: '424242', genesis: anvilGenesis },
    ],
    [
      'a node for development',
      configured('ETH', { chainId: 31_337 }),
      { id: '31337', genesis: anvilGenesis },
    ],
    [
      'a copy of Ethereum under an id of the sandbox',
      configured('ETH', { chainId: 7_700_001 }),
      { id: '7700001', genesis: ethGenesis },
    ],
    [
      'TRON, spelled in upper case',
      configured('TRON', {
        genesis: '00000000000000001EBF88508A03865C71D452E25F4D51194196A1D22B6653DC',
      }),
      { genesis: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc' },
    ],
    [
      'Bitcoin, spelled in upper case',
      configured('BITCOIN', {
        genesis: '000000000019D6689C085AE165831E934FF763AE46A2A6C172B3F1B60A8CE26F',
      }),
      { genesis: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f' },
    ],
    [
      'TON, spelled in hex',
      configured('TON', { genesis: tonMain }),
      { id: '-239', genesis: tonMain },
    ],
    ['Solana', configured('SOLANA'), { genesis: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' }],
  ])('counts as real: %s', (_, chain, network) => {
    expect(judgeNetwork(chain, shown(network)).kind).toBe('real');
  });

  it.each([
    [
      'the endpoint serves another id',
      configured('ETH', { chainId: 7_700_001 }),
      [{ id: '1', genesis: ethGenesis }],
    ],
    ['a copy under the id of Ethereum', configured('ETH'), [{ id: '1', genesis: anvilGenesis }]],
    [
      'a copy under the id of Sepolia is nobody’s test network',
      configured('ETH', { chainId: 11_155_111 }),
      [
        { id: '11155111', genesis: sepoliaGenesis },
        { id: '11155111', genesis: anvilGenesis },
      ],
    ],
    [
      'the second endpoint serves the main network',
      configured('TON', { genesis: tonSandbox, networkId: -7_700_006 }),
      [
        { id: '-7700006', genesis: tonSandbox },
        { id: '-239', genesis: tonMain },
      ],
    ],
    // A V4R2 wallet of the sandbox signs what the main network would take.
    [
      'the main network’s zero state under another global id',
      configured('TON', { genesis: tonMain, networkId: -3 }),
      [{ id: '-239', genesis: tonMain }],
    ],
  ])('contradicts: %s', (_, chain, networks) => {
    expect(judgeNetwork(chain, shown(...networks)).kind).toBe('contradicted');
  });

  it('is unproven until an endpoint has shown it', () => {
    expect(judgeNetwork(configured('ETH'), [])).toEqual({ kind: 'unproven' });
  });
});
