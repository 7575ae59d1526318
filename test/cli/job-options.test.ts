import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { type JobOptions, jobBody, withJob } from '../../src/cli/job-options.ts';
import { readJobRequest } from '../../src/executor/job-request.ts';

const least = [
  '--wallet',
  'treasury',
  '--from',
  'ETH:native',
  '--to',
  'TON:0:ab',
  '--amount',
  '1.5',
  '--receiver',
  'x',
];

/** What the API is sent for such a command line. */
function bodyOf(...parameters: string[]): unknown {
  const command = withJob(new Command())
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  command.parse([...least, ...parameters], { from: 'user' });
  return JSON.parse(JSON.stringify(jobBody(command.opts<JobOptions>())));
}

describe('the options that name a job', () => {
  it('are a whole submission, and nothing that was not given', () => {
    const read = readJobRequest(bodyOf('--min-out', '3'));
    expect(read.ok && read.request).toEqual({
      wallet: 'treasury',
      from: { chain: 'ETH', token: 'native' },
      to: { chain: 'TON', token: '0:ab' },
      amount: '1.5',
      receiver: 'x',
      minOut: '3',
    });
  });

  it('are told all faults at once, each once, also beside a wrong type', () => {
    const { slippageBps: _, ...job } = bodyOf('--slippage-bps', '50') as Record<string, unknown>;
    const faultsOf = (body: unknown) => {
      const read = readJobRequest(body);
      return read.ok ? [] : read.faults.map(({ pointer }) => pointer);
    };
    expect(faultsOf({ ...job, amount: 5 })).toEqual(['/amount', '/minOut']);
    expect(faultsOf({ ...job, slippageBps: 1e20 })).toEqual(['/slippageBps']);
    expect(faultsOf([])).toEqual(['']);
  });

  it('have every member that a job has', () => {
    const body = bodyOf(
      ...[
        '--slippage-bps',
        '50',
        '--refund-address',
        'y',
        '--provider',
        'across',
        '--provider',
        'relay',
      ],
      ...[
        '--deny-provider',
        'xy',
        '--flow',
        'deposit',
        '--max-fee',
        '0.01',
        '--deadline',
        '2040-01-01T00:00:00Z',
      ],
      ...['--broadcast', 'private-strict'],
      ...['--metadata', 'invoice=7=8', '--metadata', 'by=payroll'],
    );
    const read = readJobRequest(body);
    expect(read.ok && read.request).toMatchObject({
      slippageBps: 50,
      refundAddress: 'y',
      providers: { allow: ['across', 'relay'], deny: ['xy'] },
      flow: 'deposit',
      maxFee: '0.01',
      broadcast: 'private-strict',
      deadline: '2040-01-01T00:00:00Z',
      metadata: { invoice: '7=8', by: 'payroll' },
    });
  });

  it.each([
    ['--flow', 'by-post'],
    ['--broadcast', 'secret'],
    ['--metadata', 'nothing'],
    ['--slippage-bps', '0.5'],
    ['--from', 'ETH'],
  ])('are refused where they are wrong: %s %s', (option, value) => {
    expect(() => bodyOf('--min-out', '3', option, value)).toThrow(/argument/);
  });
});
