import { type Command, InvalidArgumentError, Option } from 'commander';
import { findChain } from '../core/registry/find-chain.ts';
import { broadcastModes, flows } from '../core/swap/job.ts';

type Named = { chain: string; token: string };

/** The options of a job, named after the members of the API's body that they become. */
export interface JobOptions {
  wallet: string;
  from: Named;
  to: Named;
  amount: string;
  receiver: string;
  minOut?: string;
  slippageBps?: number;
  refundAddress?: string;
  provider?: string[];
  denyProvider?: string[];
  flow?: string;
  maxFee?: string;
  deadline?: string;
  priority?: number;
  broadcast?: string;
  metadata?: Record<string, string>;
  replaces?: string;
  reason?: string;
}

export function withJob(command: Command): Command {
  return command
    .requiredOption(
      '--wallet <name>',
      'the wallet that pays; for a manual deposit, the wallet that receives refunds',
    )
    .requiredOption(
      '--from <chain:token>',
      'what is paid, such as ETH:native, ethereum:USDC or ETH:0x…',
      parseAsset,
    )
    .requiredOption(
      '--to <chain:token>',
      'what is wanted, such as POLYGON:native, polygon:USDC or POLYGON:0x…',
      parseAsset,
    )
    .requiredOption('--amount <decimal>', 'how much is paid, in whole tokens such as 12.5')
    .requiredOption('--receiver <address>', 'who receives it on the destination chain')
    .addOption(
      new Option('--min-out <decimal>', 'receive at least this, or do nothing').conflicts(
        'slippageBps',
      ),
    )
    .addOption(
      new Option('--slippage-bps <bps>', 'accept this much below the quote (100 is 1 %)').argParser(
        parseBps,
      ),
    )
    .option(
      '--refund-address <address>',
      'where a refund goes on the source chain; default: the paying account',
    )
    .option('--provider <id>', 'use only this provider; repeated: only one of these', collect)
    .option('--deny-provider <id>', 'never use this provider; may be repeated', collect)
    .addOption(
      new Option(
        '--flow <flow>',
        'how it is paid: by a transaction of the routing service (wallet, the default), by a transfer to an address of a provider (deposit), or by you, from any wallet, to such an address (deposit-by-hand)',
      ).choices(flows),
    )
    .option(
      '--max-fee <decimal>',
      'pay no more in fees than this, in whole coins of the source chain',
    )
    .option('--deadline <time>', 'sign nothing after this, such as 2026-01-31T12:00:00Z')
    .addOption(
      new Option(
        '--priority <number>',
        'while jobs wait for the wallet, 9 goes first and 0 (the default) last',
      ).argParser(parsePriority),
    )
    .addOption(
      new Option(
        '--broadcast <mode>',
        'who gets its transactions: every node (public, the default); the private relays of the chain, and after a while every node (private); or only the relays (private-strict)',
      ).choices(broadcastModes),
    )
    .option(
      '--metadata <name=value>',
      'stored with the swap and shown with it; may be repeated',
      collectPair,
    );
}

/** The body of the API request that submits the job. */
export function jobBody(options: JobOptions): Record<string, unknown> {
  const {
    wallet,
    from,
    to,
    amount,
    receiver,
    minOut,
    slippageBps,
    provider,
    denyProvider,
    ...rest
  } = options;
  const { refundAddress, flow, maxFee, deadline, priority, broadcast, metadata } = rest;
  const { replaces, reason } = rest;
  const providers = provider || denyProvider ? { allow: provider, deny: denyProvider } : undefined;
  const bound = minOut === undefined ? { slippageBps } : { minOut };
  // JSON.stringify leaves out undefined members.
  const terms = { refundAddress, providers, flow, maxFee, deadline, priority, broadcast, metadata };
  return { wallet, from, to, amount, receiver, ...bound, ...terms, replaces, reason };
}

function parseAsset(text: string): Named {
  const [, chain, token] = /^([^:]+):(.+)$/.exec(text) ?? [];
  if (chain === undefined || token === undefined)
    throw new InvalidArgumentError('Write it as CHAIN:TOKEN.');
  // A name that no chain has goes on as it is: the service says what it knows.
  return { chain: findChain(chain) ?? chain, token };
}

function parseBps(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError('Write a whole number; 100 is 1 %.');
  return Number(text);
}

function parsePriority(text: string): number {
  if (!/^[0-9]$/.test(text)) throw new InvalidArgumentError('Write a whole number from 0 to 9.');
  return Number(text);
}

function collect(text: string, before: string[] = []): string[] {
  return [...before, text];
}

function collectPair(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new InvalidArgumentError('Write it as NAME=VALUE.');
  return { ...before, [name]: value };
}
