import {
  AddressLookupTableAccount,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOL, USDC, USDT, WSOL } from '../../../../sandbox/solana/solana-catalogue.ts';
import { associatedTokenAddress } from '../../../../sandbox/solana/token-account.ts';
import {
  closeTokenAccount,
  createTokenAccount,
  transfer,
  wrapInto,
} from '../../../../sandbox/solana/token-instructions.ts';
import type { SolanaAdapter } from '../../../../src/families/solana/adapter/create-solana-adapter.ts';
import { innerCalls } from '../../../../src/families/solana/adapter/inner-calls.ts';
import { tokenProgram } from '../../../../src/families/solana/adapter/programs.ts';
import {
  parseMint,
  transferFeeBps,
} from '../../../../src/families/solana/adapter/token-layouts.ts';
import type { SimulatedChanges } from '../../../../src/ports/chain-adapter.ts';
import { type LocalChain, startLocalChain, transferSol } from './local-chain.ts';
import { lyingFetch } from './lying-fetch.ts';

const coin = 1_000_000_000n;
const rent = 2_039_280n;
const attacker = Keypair.generate().publicKey;

describe('simulating Solana transactions', () => {
  let local: LocalChain;
  let adapter: SolanaAdapter;
  let wallet: Keypair;
  let account: string;
  let held: PublicKey;
  beforeAll(async () => {
    local = await startLocalChain();
    adapter = local.adapter();
    wallet = await local.newWallet([
      [SOL, 5n * coin],
      [USDC, 1_000n],
      [WSOL, coin],
    ]);
    account = wallet.publicKey.toBase58();
    held = associatedTokenAddress(wallet.publicKey, USDC.mint);
  });
  afterAll(() => local.close());

  async function simulate(
    instructions: TransactionInstruction[],
    { accounts = [] as string[], tokens = [] as string[], by = adapter } = {},
  ): Promise<SimulatedChanges> {
    const transaction = local.build(wallet.publicKey, instructions);
    const fee = await adapter.estimateFee(account, transaction);
    const unsigned = await adapter.prepare({
      account,
      terms: { kind: 'expiry' },
      transaction,
      fee,
    });
    return by.simulate({ unsigned, accounts, tokens, inspect: [] });
  }

  const byWallet = (data: number[], ...keys: PublicKey[]) =>
    new TransactionInstruction({
      programId: new PublicKey(tokenProgram),
      keys: [
        { pubkey: held, isSigner: false, isWritable: true },
        ...keys.map((pubkey) => ({ pubkey, isSigner: false, isWritable: false })),
        { pubkey: wallet.publicKey, isSigner: true, isWritable: false },
      ],
      data: Buffer.from(data),
    });

  it('shows a delegate by what it may take', async () => {
    const { allowanceChanges, authorityChanges } = await simulate([
      byWallet([4, 7, 0, 0, 0, 0, 0, 0, 0], attacker),
    ]);
    expect(allowanceChanges).toEqual([
      { token: USDC.address, spender: attacker.toBase58(), before: 0n, after: 7n },
    ]);
    expect(authorityChanges).toEqual([]);
  });

  it('shows a new owner, and what the wallet has lost with the account', async () => {
    const { authorityChanges, balanceChanges } = await simulate([
      byWallet([6, 2, 1, ...attacker.toBytes()]),
    ]);
    expect(authorityChanges).toEqual([
      { account: held.toBase58(), what: 'owner', before: account, after: attacker.toBase58() },
    ]);
    expect(balanceChanges).toContainEqual({ account, token: USDC.address, delta: -1_000n });
    expect(balanceChanges).toContainEqual({ account, token: SOL.address, delta: -rent });
  });

  it('shows a new close authority', async () => {
    const { authorityChanges } = await simulate([byWallet([6, 3, 1, ...attacker.toBytes()])]);
    expect(authorityChanges).toEqual([
      {
        account: held.toBase58(),
        what: 'close authority',
        before: 'none',
        after: attacker.toBase58(),
      },
    ]);
  });

  it('shows that the wallet is given to another program', async () => {
    const assign = SystemProgram.assign({ accountPubkey: wallet.publicKey, programId: attacker });
    const { authorityChanges } = await simulate([assign]);
    expect(authorityChanges).toEqual([
      {
        account,
        what: 'program',
        before: SystemProgram.programId.toBase58(),
        after: attacker.toBase58(),
      },
    ]);
  });

  /** Nodes show what is closed as nothing, or as an account without anything. */
  const emptied = (result: unknown) => {
    const { context, value } = result as { context: object; value: { accounts?: unknown[] } };
    const empty = {
      lamports: 0,
      owner: SystemProgram.programId,
      executable: false,
      data: ['', 'base64'],
    };
    return { context, value: { ...value, accounts: value.accounts?.map((one) => one ?? empty) } };
  };

  it.each([
    ['as nothing', {}],
    ['as empty', { simulateTransaction: emptied }],
  ])(
    'shows what is closed to somebody else as lost, where nodes show it %s',
    async (_what, lies) => {
      const wrapped = associatedTokenAddress(wallet.publicKey, WSOL.mint);
      const closing = closeTokenAccount(wrapped, wallet.publicKey);
      closing.keys[1] = { pubkey: attacker, isSigner: false, isWritable: true };
      local.mine();
      const by = local.adapter({ fetch: lyingFetch(lies) });
      const { balanceChanges, authorityChanges } = await simulate([closing], { by });
      expect(authorityChanges).toEqual([]);
      expect(balanceChanges).toEqual([
        { account, token: SOL.address, delta: -rent },
        { account, token: WSOL.address, delta: -coin },
      ]);
    },
  );

  it('counts rent for others as spent, for the wallet’s own accounts as kept, and for nobody as received', async () => {
    const receiver = Keypair.generate().publicKey;
    const own = await simulate([createTokenAccount(wallet.publicKey, wallet.publicKey, USDT)]);
    expect(own.balanceChanges).toContainEqual({ account, token: SOL.address, delta: 0n });
    const others = await simulate([createTokenAccount(wallet.publicKey, receiver, USDT)], {
      accounts: [receiver.toBase58()],
    });
    expect(others.balanceChanges).toContainEqual({ account, token: SOL.address, delta: -rent });
    expect(others.balanceChanges).toContainEqual({
      account: receiver.toBase58(),
      token: SOL.address,
      delta: 0n,
    });
  });

  it('tells wrapped coins from native ones', async () => {
    const { balanceChanges } = await simulate(
      wrapInto(wallet.publicKey, wallet.publicKey, WSOL, 5n),
    );
    expect(balanceChanges).toEqual([
      { account, token: SOL.address, delta: -5n },
      { account, token: WSOL.address, delta: 5n },
    ]);
  });

  it('lists what was asked for though it stays the same', async () => {
    const receiver = attacker.toBase58();
    const { balanceChanges, solana } = await simulate(
      [transferSol(wallet.publicKey, attacker, coin)],
      {
        accounts: [receiver],
        tokens: [USDT.address, SOL.address],
      },
    );
    expect(balanceChanges).toContainEqual({ account: receiver, token: SOL.address, delta: coin });
    expect(balanceChanges).toContainEqual({ account: receiver, token: USDT.address, delta: 0n });
    expect([...(solana?.mints ?? [])]).toEqual([
      [USDT.address, { extensions: [], transferFeeBps: 0 }],
    ]);
  });

  it('tells of calls that programs make', async () => {
    const { solana } = await simulate([createTokenAccount(wallet.publicKey, attacker, USDT)]);
    const programs = new Set(solana?.innerCalls.map(({ program }) => program));
    expect(programs).toEqual(new Set([tokenProgram, SystemProgram.programId.toBase58()]));
  });

  it('says that the wallet cannot pay, when it is priced and when it is played', async () => {
    const tooMuch = local.build(wallet.publicKey, [
      transferSol(wallet.publicKey, attacker, 6n * coin),
    ]);
    const unfunded = { code: 'INSUFFICIENT_GAS' };
    await expect(adapter.estimateFee(account, tooMuch)).rejects.toMatchObject(unfunded);
    const less = local.build(wallet.publicKey, [transferSol(wallet.publicKey, attacker, coin)]);
    const fee = await adapter.estimateFee(account, less);
    const unsigned = await adapter.prepare({
      account,
      terms: { kind: 'expiry' },
      transaction: tooMuch,
      fee,
    });
    await expect(
      adapter.simulate({ unsigned, accounts: [], tokens: [], inspect: [] }),
    ).rejects.toMatchObject(unfunded);
  });

  it('reads the accounts again where blocks have come in between, and is content where ours stood still', async () => {
    const moving = local.adapter({
      fetch: async (url, init) => {
        if (String(init?.body).includes('simulateTransaction')) local.mine();
        return fetch(url, init);
      },
    });
    const instructions = [
      transfer({ token: USDC, from: wallet.publicKey, to: wallet.publicKey, amount: 1n }),
    ];
    const { balanceChanges } = await simulate(instructions, { by: moving, tokens: [USDC.address] });
    expect(balanceChanges).toContainEqual({ account, token: USDC.address, delta: 0n });
  });

  it('decides nothing on a wallet that does not stand still, and leaves the swap its next try', async () => {
    let lamports = 0;
    const moving = local.adapter({
      fetch: lyingFetch(
        {
          getMultipleAccounts: (result) => {
            const { context, value } = result as {
              context: object;
              value: ({ lamports: number } | null)[];
            };
            lamports += 1;
            return {
              context,
              value: value.map((one) => one && { ...one, lamports: one.lamports + lamports }),
            };
          },
        },
        async (url, init) => {
          if (String(init?.body).includes('simulateTransaction')) local.mine();
          return fetch(url, init);
        },
      ),
    });
    await expect(
      simulate([transferSol(wallet.publicKey, attacker, coin)], { by: moving }),
    ).rejects.toMatchObject({
      code: 'SIMULATION_UNSETTLED',
      next: 'retry',
    });
  });

  it('leaves the swap its next try where the node does not have an entry of a lookup table yet', async () => {
    const table = new AddressLookupTableAccount({
      key: Keypair.generate().publicKey,
      state: {
        deactivationSlot: 2n ** 64n - 1n,
        lastExtendedSlot: 0,
        lastExtendedSlotStartIndex: 0,
        addresses: [attacker],
      },
    });
    const message = new TransactionMessage({
      payerKey: wallet.publicKey,
      recentBlockhash: local.sandbox.blockchain.head('finalized').blockhash,
      instructions: [transferSol(wallet.publicKey, attacker, 1n)],
    }).compileToV0Message([table]);
    const bytes = `0x${Buffer.from(new VersionedTransaction(message).serialize()).toString('hex')}`;
    const fee = await adapter.estimateFee(account, local.build(wallet.publicKey, []));
    const unsigned = { family: 'solana', chain: 'SOLANA', account, bytes, fee } as const;
    const asked: string[] = [];
    const hosts = local.adapter({
      hosts: 2,
      fetchOf: (host) => (url, init) => {
        if (String(init?.body).includes(table.key.toBase58())) asked.push(`node-${host}`);
        return fetch(url, init);
      },
    });
    await expect(
      hosts.simulate({ unsigned, accounts: [], tokens: [], inspect: [] }),
    ).rejects.toMatchObject({
      code: 'RPC_UNAVAILABLE',
      next: 'retry',
    });
    // Another one may have it.
    expect(asked).toEqual(['node-0', 'node-1']);
  });

  it('does not take a node that leaves things out for one that has nothing to tell', async () => {
    const lies = { simulateTransaction: (result: unknown) => without(result, 'innerInstructions') };
    await expect(
      simulate([transferSol(wallet.publicKey, attacker, coin)], {
        by: local.adapter({ fetch: lyingFetch(lies) }),
      }),
    ).rejects.toMatchObject({ code: 'RPC_UNSUPPORTED' });
  });
});

describe('calls that programs make', () => {
  const [program, one, other] = [tokenProgram, attacker.toBase58(), SOL.address];

  it('are the same in each of the forms that nodes tell them in', () => {
    const told = innerCalls(
      [one, program, other],
      [
        {
          index: 0,
          instructions: [
            { programIdIndex: 1, accounts: [0, 2], data: '4' },
            { programId: program, accounts: [one, other], data: '4' },
            {
              programId: program,
              parsed: { type: 'approve', info: { delegate: one, deep: [{ source: other }], n: 5 } },
            },
            { programId: program, parsed: 'a memo' },
          ],
        },
      ],
    );
    expect(told).toEqual([
      { program, accounts: [one, other], call: { data: Uint8Array.of(3) } },
      { program, accounts: [one, other], call: { data: Uint8Array.of(3) } },
      { program, accounts: [one, other], call: { name: 'approve' } },
      { program, accounts: [], call: { name: 'memo' } },
    ]);
  });

  it('that name accounts which are not there cannot be read', () => {
    const told = [{ index: 0, instructions: [{ programIdIndex: 9, accounts: [], data: '' }] }];
    expect(() => innerCalls([one], told)).toThrow(
      expect.objectContaining({ code: 'SIMULATION_UNREADABLE' }),
    );
  });
});

describe('a mint of Token-2022', () => {
  const base = Buffer.alloc(166);
  base[45] = 1;
  base[165] = 1;
  const mintOf = (...parts: Buffer[]) =>
    parseMint({
      lamports: 1n,
      executable: false,
      owner: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
      data: Buffer.concat([base, ...parts]),
    });
  const extension = (
    type: number,
    length: number,
    change: (data: Buffer) => void = () => undefined,
  ): Buffer => {
    const data = Buffer.alloc(4 + length);
    data.writeUInt16LE(type);
    data.writeUInt16LE(length, 2);
    change(data.subarray(4));
    return data;
  };

  it('says what it can do, and the dearer of its fees', () => {
    const fees = extension(1, 108, (data) => {
      data.writeUInt16LE(30, 88);
      data.writeUInt16LE(250, 106);
    });
    const mint = mintOf(extension(12, 32), fees)!;
    expect(mint.extensions.map(({ type }) => type)).toEqual([12, 1]);
    expect(transferFeeBps(mint)).toBe(250);
  });

  it('has an extension that nobody knows where its list is broken', () => {
    expect(mintOf(extension(3, 32).subarray(0, 20))!.extensions.map(({ type }) => type)).toEqual([
      -1,
    ]);
  });
});

function without(result: unknown, member: string): unknown {
  const { context, value } = result as { context: object; value: object };
  return { context, value: { ...value, [member]: null } };
}
