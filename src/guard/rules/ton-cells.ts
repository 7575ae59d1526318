import { payloadLimits } from '../../core/ton-boc.ts';
import { objections, type Rule, reject } from '../rule.ts';

/** N06. No message brings code along: what the contract would do then is nobody's to judge, and no swap needs it. */
export const tonCode: Rule<'ton'> = {
  id: 'N06',
  families: ['ton'],
  intents: ['swap'],
  check: ({ calls }) =>
    calls.flatMap(({ destination, stateInit }) =>
      stateInit ? [reject('a message brings the code of its destination', { destination, hash: stateInit.hash })] : [],
    ),
};

/** N07. The bytes stay small. That they are one tree of ordinary cells, with nothing beside it, the decoder demands. */
export const tonSize: Rule<'ton'> = {
  id: 'N07',
  families: ['ton'],
  intents: ['swap'],
  check: ({ size, cells, depth }) =>
    objections(
      (size > payloadLimits.bytes || cells > payloadLimits.cells || depth > payloadLimits.depth) &&
        reject('the messages are too large', { bytes: `${size}`, cells: `${cells}`, depth: `${depth}` }),
    ),
};
