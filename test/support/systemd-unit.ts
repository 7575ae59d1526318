import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../scripts/systemd');
/** What the pages install for units where a signer has the keys. */
const dropIns: Readonly<Record<string, string>> = {
  'ferryman-execute': 'execute-with-signer.conf',
};

/** What systemd starts for a unit: the command's parameters and its environment. */
interface Unit {
  parameters: readonly string[];
  /** As it stands in the unit: `%d` is the folder of its credentials. */
  environment: readonly [variable: string, value: string][];
}

/** @param name such as `ferryman-execute@1` */
export async function readUnit(name: string): Promise<Unit> {
  const [base = '', instance] = name.split('@');
  const file = `${base}${instance === undefined ? '' : '@'}.service`;
  const names = [file, ...(dropIns[base] === undefined ? [] : [dropIns[base]])];
  const texts = await Promise.all(names.map((one) => readFile(join(folder, one), 'utf8')));
  const text = texts.join('\n');
  const valuesOf = (key: string): string[] =>
    [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].flatMap(([, value = '']) =>
      value.split(' '),
    );
  const [, parameters = ''] = /^ExecStart=.*main\.js (.*)$/m.exec(text) ?? [];
  const unset = valuesOf('UnsetEnvironment');
  return {
    parameters: parameters.replaceAll('%i', instance ?? '').split(' '),
    environment: valuesOf('Environment')
      .map((entry): [string, string] => {
        const [, variable = '', value = ''] = /^(\w+)=(.*)$/.exec(entry) ?? [];
        return [variable, value];
      })
      .filter(([variable]) => !unset.includes(variable)),
  };
}
