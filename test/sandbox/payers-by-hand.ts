import { Buffer } from 'node:buffer';
import {
  type Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { Address, beginCell, Cell, comment, internal } from '@ton/core';
import { networks, opcodes, Psbt, script as scripts } from 'bitcoinjs-lib';
import type { SandboxEndpoints } from '../../sandbox/endpoints.ts';
import { type Hand as BitcoinWallet, segwitHand } from './bitcoin-by-hand.ts';
import { bitcoinHand } from './bitcoin-hand.ts';
import { solanaHand } from './solana-hand.ts';
import { type TonOwner, tonHand } from './ton-hand.ts';
import { type TronWallet, tronByHand } from './tron-by-hand.ts';

/** A plain transfer, as any wallet makes it. */
interface Payment {
  readonly symbol: string;
  readonly to: string;
  /** In base units. */
  readonly amount: bigint;
  readonly memo?: string;
}

/** Somebody with a wallet of one family; shares no code with the sandbox. */
export interface Payer {
  readonly address: string;
  /** @returns the id, once a block has it */
  pay(payment: Payment): Promise<string>;
  /** In base units. */
  balance(symbol: string): Promise<bigint>;
}

type Funds = Readonly<Record<string, string>>;

export async function tronPayer(endpoints: SandboxEndpoints, funds: Funds): Promise<Payer> {
  const hand = tronByHand(endpoints);
  const whole = Object.entries(funds).map(([symbol, amount]) => [symbol, BigInt(amount)] as const);
  const owner: TronWallet = await hand.walletWith(Object.fromEntries(whole));
  const { transactionBuilder, trx } = owner.web;
  return {
    address: owner.address,
    balance: (symbol) => hand.balance(symbol, owner.address),
    async pay({ symbol, to, amount, memo }) {
      const call = hand.transferOf(symbol, to, amount);
      const plain =
        symbol === 'TRX'
          ? await transactionBuilder.sendTrx(to, Number(amount), owner.address)
          : (
              await transactionBuilder.triggerSmartContract(
                call.to,
                call.signature,
                { feeLimit: call.feeLimit, callValue: 0, txLocal: true },
                [...(call.arguments ?? [])] as { type: string; value: unknown }[],
                owner.address,
              )
            ).transaction;
      const said =
        memo === undefined
          ? plain
          : await transactionBuilder.addUpdateData(plain, memo, 'utf8', { txLocal: true });
      const answer = await hand.broadcast(await trx.sign(said));
      if (answer.result !== true) throw new Error(`Not taken: ${JSON.stringify(answer)}`);
      return (await hand.included(answer.txid!)).id;
    },
  };
}

const TOKEN_PROGRAM = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const ASSOCIATED_TOKEN_PROGRAM = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
const MEMO_PROGRAM = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

export async function solanaPayer(endpoints: SandboxEndpoints, funds: Funds): Promise<Payer> {
  const hand = solanaHand(endpoints);
  const owner: Keypair = await hand.walletWith(funds);
  const from = owner.publicKey;
  const tokenAccount = (wallet: PublicKey, mint: PublicKey): PublicKey =>
    PublicKey.findProgramAddressSync(
      [wallet.toBuffer(), TOKEN_PROGRAM.toBuffer(), mint.toBuffer()],
      ASSOCIATED_TOKEN_PROGRAM,
    )[0];
  const key = (pubkey: PublicKey, isSigner = false, isWritable = false) => ({
    pubkey,
    isSigner,
    isWritable,
  });

  const tokenTransfer = (
    mint: PublicKey,
    to: PublicKey,
    amount: bigint,
  ): TransactionInstruction[] => {
    const [source, destination] = [tokenAccount(from, mint), tokenAccount(to, mint)];
    const data = Buffer.alloc(9);
    data.writeUInt8(3);
    data.writeBigUInt64LE(amount, 1);
    return [
      new TransactionInstruction({
        programId: ASSOCIATED_TOKEN_PROGRAM,
        keys: [
          key(from, true, true),
          key(destination, false, true),
          ...[to, mint, SystemProgram.programId, TOKEN_PROGRAM].map((one) => key(one)),
        ],
        // Creates the account unless it is there.
        data: Buffer.of(1),
      }),
      new TransactionInstruction({
        programId: TOKEN_PROGRAM,
        keys: [key(source, false, true), key(destination, false, true), key(from, true)],
        data,
      }),
    ];
  };

  return {
    address: from.toBase58(),
    async balance(symbol) {
      if (symbol === 'SOL') return BigInt(await hand.connection.getBalance(from));
      const mint = new PublicKey(hand.tokenOn('SOLANA', symbol));
      return BigInt(
        (await hand.connection.getTokenAccountBalance(tokenAccount(from, mint))).value.amount,
      );
    },
    async pay({ symbol, to, amount, memo }) {
      const receiver = new PublicKey(to);
      const transfer =
        symbol === 'SOL'
          ? [SystemProgram.transfer({ fromPubkey: from, toPubkey: receiver, lamports: amount })]
          : tokenTransfer(new PublicKey(hand.tokenOn('SOLANA', symbol)), receiver, amount);
      const said = new TransactionInstruction({
        programId: MEMO_PROGRAM,
        keys: [],
        data: Buffer.from(memo ?? ''),
      });
      const message = new TransactionMessage({
        payerKey: from,
        recentBlockhash: (await hand.connection.getLatestBlockhash()).blockhash,
        instructions: memo === undefined ? transfer : [...transfer, said],
      });
      const transaction = new VersionedTransaction(message.compileToV0Message());
      transaction.sign([owner]);
      return hand.land(transaction.serialize());
    },
  };
}

/** TEP-74. */
const JETTON_TRANSFER = 0x0f8a7ea5;

export async function tonPayer(endpoints: SandboxEndpoints, funds: Funds): Promise<Payer> {
  const hand = tonHand(endpoints);
  const owner: TonOwner = await hand.walletWith(funds);
  return {
    address: owner.address,
    balance: (symbol) => hand.balance(symbol, owner.address),
    async pay({ symbol, to, amount, memo }) {
      const body = memo === undefined ? Cell.EMPTY : comment(memo);
      if (symbol === 'TON') {
        const { isBounceable: bounce } = Address.parseFriendly(to);
        return hand.send(owner, [internal({ to, bounce, value: amount, body })]);
      }
      const transfer = beginCell()
        .storeUint(JETTON_TRANSFER, 32)
        .storeUint(0, 64)
        .storeCoins(amount)
        .storeAddress(Address.parse(to))
        .storeAddress(owner.wallet.address)
        .storeMaybeRef(null)
        .storeCoins(1n)
        .storeMaybeRef(memo === undefined ? null : body)
        .endCell();
      const wallet = await hand.jettonWallet(symbol, owner.address);
      return hand.send(owner, [
        internal({ to: wallet, bounce: true, value: 100_000_000n, body: transfer }),
      ]);
    },
  };
}

/** In satoshis: more than enough for a small transaction. */
const BITCOIN_FEE = 2_000n;

export async function bitcoinPayer(endpoints: SandboxEndpoints, funds: Funds): Promise<Payer> {
  const hand = bitcoinHand(endpoints);
  const owner: BitcoinWallet = segwitHand();
  await hand.fund(owner, funds.BTC!);
  return {
    address: owner.address,
    balance: () => hand.balance(owner.address),
    async pay({ to, amount, memo }) {
      const psbt = new Psbt({ network: networks.regtest });
      const coins = await hand.node.unspent(owner.address);
      for (const { txid, vout, value } of coins) {
        psbt.addInput({
          hash: txid,
          index: vout,
          witnessUtxo: { script: owner.script, value: BigInt(value) },
        });
      }
      const held = coins.reduce((sum, { value }) => sum + BigInt(value), 0n);
      psbt.addOutput({ address: to, value: amount });
      if (memo !== undefined) {
        psbt.addOutput({
          script: scripts.compile([opcodes.OP_RETURN, Buffer.from(memo)]),
          value: 0n,
        });
      }
      psbt.addOutput({ address: owner.address, value: held - amount - BITCOIN_FEE });
      psbt.signAllInputs(owner.signer).finalizeAllInputs();
      return hand.land(psbt.extractTransaction());
    },
  };
}
