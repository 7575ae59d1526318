import { readFile } from 'node:fs/promises';
import { toFunctionSelector } from 'viem';
import { describe, expect, it } from 'vitest';
import {
  descriptorFolderOf,
  readGuardPolicy,
} from '../../../src/guard/policy/read-guard-policy.ts';
import { policyFrom } from '../../support/guard-policy.ts';
import { testDescriptors } from './test-descriptors.ts';

const target = '0x02D0722c62A41c6f6eF0E05bED1423F2f1B68864';
const swap = 'swap(address token,uint256 amount,address to,bytes extra)';
const roles = { receiver: 'to', amountIn: 'amount', inputToken: 'token', opaque: ['extra'] };

interface Change {
  contract?: object;
  formats?: object;
  functions?: object;
  rolesFile?: object;
  descriptor?: object;
}

const source = ({ contract, formats, functions, rolesFile, descriptor }: Change = {}) => ({
  name: 'router',
  descriptor: {
    context: {
      contract: { deployments: [{ chainId: 1, address: target }], ...contract },
    },
    metadata: {
      owner: 'Someone',
      constants: { native: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE' },
    },
    display: { formats: formats ?? { [swap]: { intent: 'Swap', fields: [] } } },
    ...descriptor,
  },
  roles: { version: 1, functions: functions ?? { [swap]: roles }, ...rolesFile },
});

const read = (...sources: object[]) =>
  readGuardPolicy({ version: 1, descriptors: { inline: sources } });
const faultsOf = (...sources: object[]): string[] => {
  const result = read(...sources);
  return result.ok ? [] : result.faults.map(({ pointer, message }) => `${pointer} ${message}`);
};

describe('a descriptor with its roles', () => {
  it('is read, by names of its own and by those of the ABI', () => {
    expect(faultsOf(source())).toEqual([]);
    const abi = [
      {
        type: 'function',
        name: 'swap',
        stateMutability: 'payable',
        outputs: [],
        inputs: [
          { name: 'token', type: 'address' },
          { name: 'amount', type: 'uint256' },
          { name: 'to', type: 'address' },
          { name: 'extra', type: 'bytes' },
        ],
      },
    ];
    const bare = 'swap(address,uint256,address,bytes)';
    for (const key of [bare, toFunctionSelector(`function ${bare}`)])
      expect(
        faultsOf(
          source({ contract: { abi }, formats: { [key]: {} }, functions: { [key]: roles } }),
        ),
      ).toEqual([]);
    expect(
      faultsOf(source({ formats: { [bare]: {} }, functions: { [bare]: roles } }))[0],
    ).toContain('is no function with the names of its parameters');
  });

  it.each<[string, Change, string]>([
    ['binds to no contract', { contract: { deployments: [] } }, 'is empty: the file binds to no'],
    [
      'binds to no address',
      { contract: { deployments: [{ chainId: 1, address: '0x12' }] } },
      '0x12 is no address',
    ],
    ['describes messages', { descriptor: { context: { eip712: {} } } }, 'describes no contract'],
    ['includes another file', { descriptor: { includes: './x.json' } }, 'names another file'],
    ['binds by a factory', { contract: { factory: {} } }, 'list the deployments'],
    ['has a function without roles that exists', { functions: { 'x()': roles } }, 'is no function'],
    [
      'describes a permission',
      {
        formats: { 'approve(address spender,uint256 value)': {} },
        functions: { 'approve(address spender,uint256 value)': { receiver: 'spender' } },
      },
      'grants permissions or moves tokens: approve(address,uint256)',
    ],
    [
      'has a role with a mistyped name',
      { functions: { [swap]: { ...roles, reciever: 'to' } } },
      'reciever',
    ],
    ['pays nobody', { functions: { [swap]: { amountIn: 'amount' } } }, 'exactly one of receiver'],
    [
      'pays by two roles',
      { functions: { [swap]: { ...roles, paysRecorded: true } } },
      'exactly one of receiver',
    ],
    [
      'names an argument that is not there',
      { functions: { [swap]: { ...roles, receiver: 'recipient' } } },
      'receiver: recipient is no path',
    ],
    [
      'names an amount as the receiver of bytes',
      { functions: { [swap]: { ...roles, minimum: 'to' } } },
      'minimum: to has no type that can hold it',
    ],
    [
      'reads a part of bytes, and leaves the rest free',
      { functions: { [swap]: { receiver: 'extra.[-20:]' } } },
      'extra: a role reads a part of it',
    ],
    [
      'lets the token tell the chain, and names no token',
      { functions: { [swap]: { ...roles, chainByToken: true } } },
      'chainByToken: needs outputToken',
    ],
    [
      'has a suffix that is no bytes',
      { rolesFile: { suffixes: ['0x1'] } },
      'is not 1 to 256 bytes',
    ],
    [
      'names calls that are no bytes',
      { functions: { [swap]: { calls: 'to' } } },
      'calls: to has no type that can hold it',
    ],
    [
      'takes what is sent for a promise',
      { functions: { [swap]: { ...roles, minimum: '@.value' } } },
      'cannot promise @.value',
    ],
    [
      'names a part of the file that is no constant',
      { functions: { [swap]: { ...roles, outputToken: '$.metadata.owner' } } },
      'is no text under $.metadata.constants',
    ],
    [
      'names a constant that is not there',
      { functions: { [swap]: { ...roles, outputToken: '$.metadata.constants.toString' } } },
      'is no text under $.metadata.constants',
    ],
    ['has another version', { rolesFile: { version: 2 } }, 'is not 1'],
    [
      'has a number of a chain that is none',
      { rolesFile: { chainNumbers: { ETH: '0x1' } } },
      'whole number',
    ],
    [
      'has an alias that is no address',
      { rolesFile: { aliases: { '0x1': 'sender' } } },
      'is not an address',
    ],
  ])('is refused if it %s', (_what, change, message) => {
    expect(faultsOf(source(change)).join('\n')).toContain(message);
  });

  it('is refused if two functions have one selector', () => {
    const [a, b] = ['withdraw(uint256 amount)', 'OwnerTransferV7b711143(uint256 amount)'];
    expect(toFunctionSelector(`function ${a}`)).toBe(toFunctionSelector(`function ${b}`));
    const [c, d] = ['pay(address to)', 'pay(address payee)'];
    for (const keys of [
      [a, b],
      [c, d],
    ]) {
      const entries = Object.fromEntries(keys.map((key) => [key, { paysRecorded: true }]));
      expect(faultsOf(source({ formats: entries, functions: entries })).join('\n')).toContain(
        'has the selector of another function',
      );
    }
    expect(faultsOf(source(), { ...source(), name: 'again' }).join('\n')).toMatch(
      /\/descriptors\/again describes 0x[0-9a-f]{8} of 1:02d0.* once more/,
    );
  });

  it('changes the policy’s hash by each of its two files, and not by where it stands', () => {
    const policyOf = (one: ReturnType<typeof source>) =>
      policyFrom({ version: 1, descriptors: { inline: [one] } });
    const plain = policyOf(source());
    const hashes = [
      plain,
      policyFrom({ version: 1 }),
      policyOf(source({ functions: { [swap]: { ...roles, note: 'reviewed' } } })),
      policyOf(source({ descriptor: { metadata: { owner: 'Another' } } })),
    ].map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(4);
    const inFolder = readGuardPolicy(
      { version: 1, descriptors: { folder: './anywhere' } },
      { descriptorFiles: [source()] },
    );
    expect(inFolder).toMatchObject({
      ok: true,
      policy: { hash: plain.hash, descriptorHashes: plain.descriptorHashes },
    });
  });

  it('has to be what the policy pins', () => {
    const [pin] = policyFrom({ version: 1, descriptors: { inline: [source()] } }).descriptorHashes;
    const { descriptor, roles: rolesHash } = pin!;
    const withPins = (pins: object, files = [source()]) =>
      readGuardPolicy(
        { version: 1, descriptors: { folder: 'x', pins } },
        { descriptorFiles: files },
      );
    const pins = { router: { descriptor, roles: rolesHash } };
    expect(withPins(pins).ok).toBe(true);
    expect(
      withPins(pins, [{ ...source(), roles: source({ rolesFile: { aliases: {} } }).roles }]),
    ).toMatchObject({
      ok: false,
      faults: [{ pointer: '/descriptors/pins/router' }],
    });
    expect(withPins({})).toMatchObject({ ok: false });
    expect(withPins({ ...pins, other: pins.router })).toMatchObject({
      ok: false,
      faults: [{ message: 'is pinned, but the folder does not have it' }],
    });
  });

  it('is read as the documentation shows it', async () => {
    const page = new URL('../../../docs/guard/descriptors.md', import.meta.url);
    const examples = [...(await readFile(page, 'utf8')).matchAll(/^```json\n(.*?)^```/gms)].map(
      ([, json = '']): object => JSON.parse(json) as object,
    );
    const descriptor = examples.find((one) => 'context' in one);
    const rolesFile = examples.find((one) => 'functions' in one);
    expect(faultsOf({ name: 'example', descriptor, roles: rolesFile })).toEqual([]);
  });

  it('is named by its folder', () => {
    expect(descriptorFolderOf({ version: 1, descriptors: { folder: 'd' } })).toBe('d');
    expect(descriptorFolderOf({ version: 1, descriptors: testDescriptors })).toBeUndefined();
    expect(descriptorFolderOf('nonsense')).toBeUndefined();
    expect(readGuardPolicy({ version: 1, descriptors: { folder: 'd' } })).toMatchObject({
      ok: false,
      faults: [{ pointer: '/descriptors/folder' }],
    });
  });
});
