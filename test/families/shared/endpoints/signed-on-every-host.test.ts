import { expect, it } from 'vitest';
import { FerrymanError } from '../../../../src/errors/ferryman-error.ts';
import type { Endpoint } from '../../../../src/families/shared/endpoints/endpoint.ts';
import { signedOnEveryHost } from '../../../../src/families/shared/endpoints/signed-on-every-host.ts';
import type { SignedHistory } from '../../../../src/ports/signed-history.ts';

const away = new FerrymanError('RPC_UNAVAILABLE', 'no answer');

/** The merged history of endpoints, by their hosts with ports. */
function told(answers: Record<string, SignedHistory | FerrymanError>): Promise<SignedHistory> {
  const all = Object.keys(answers).map(
    (host) => ({ host, verify: async () => undefined }) as unknown as Endpoint,
  );
  return signedOnEveryHost({ inOrder: () => all }, async ({ host }) => {
    const answer = answers[host];
    if (!answer || answer instanceof FerrymanError) throw answer;
    return answer;
  });
}

const whole = (...txIds: string[]): SignedHistory => ({ kind: 'whole', txIds });

it('includes each transaction that any host shows, once', async () => {
  expect(await told({ 'a:1': whole('x', 'y'), 'b:1': whole('y', 'z') })).toEqual(
    whole('x', 'y', 'z'),
  );
});

it('is whole only if each host returned everything', async () => {
  expect(await told({ 'a:1': whole('x'), 'b:1': { kind: 'cut', txIds: ['y'] } })).toEqual({
    kind: 'cut',
    txIds: ['x', 'y'],
  });
});

it('is open while it is open on any host', async () => {
  const open = (retryAfter: number): SignedHistory => ({ kind: 'open', retryAfter });
  expect(await told({ 'a:1': open(3), 'b:1': whole('x'), 'c:1': open(5) })).toEqual(open(5));
});

it('needs an answer from each host, from any of its endpoints', async () => {
  await expect(told({ 'a:1': whole('x'), 'b:1': away })).rejects.toBe(away);
  expect(await told({ 'a:1': whole('x'), 'b:1': away, 'b:2': whole('y') })).toEqual(
    whole('x', 'y'),
  );
});
