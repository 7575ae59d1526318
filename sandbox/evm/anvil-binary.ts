import { createRequire } from 'node:module';
import { SandboxError } from '../sandbox-error.ts';

const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/**
 * Finds the engine's executable in the package for this platform. It bypasses the wrapper of the
 * main package, because the engine outlives a killed wrapper.
 * @throws {SandboxError} `engine-missing`
 */
export function anvilBinary(): string {
  const packageName = `@foundry-rs/anvil-${process.platform}-${ARCHITECTURES[process.arch] ?? process.arch}`;
  try {
    const mainPackage = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json');
    return createRequire(mainPackage).resolve(`${packageName}/bin/anvil`);
  } catch (cause) {
    throw new SandboxError(
      'engine-missing',
      `The chain engine ${packageName} is not installed. Run npm install with optional dependencies included; ` +
        'Linux and macOS are supported.',
      { cause },
    );
  }
}
