import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { ferryman } from './io-for-test.ts';

describe('the ferryman command itself', () => {
  it.each(['--version', '-V'])('says with %s which version it is', async (option) => {
    expect(await ferryman([option], { folder: tmpdir() })).toMatchObject({
      code: 0,
      stdout: packageJson.version,
      stderr: '',
    });
  });

  it('is used wrongly with a command that it does not have', async () => {
    const { code, stdout, stderr } = await ferryman(['swop'], { folder: tmpdir() });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain("unknown command 'swop'");
  });

  it.each(['demo', 'sandbox'])(
    '%s hands the shape of its router to the sandbox',
    async (command) => {
      const { code, stderr } = await ferryman([command, '--router-shape', 'square'], {
        folder: tmpdir(),
      });
      expect(code).toBe(1);
      expect(stderr).toContain('routerShape has to be one of deployed, interface');
    },
  );
});
