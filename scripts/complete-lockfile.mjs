// Adds what `npm install` left out of package-lock.json: the optional packages of other platforms,
// which some registries do not carry and without which `npm ci` refuses the file. Run it after
// every change of dependencies: node scripts/complete-lockfile.mjs
import { readFileSync, writeFileSync } from 'node:fs';

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = {
  amd64: 'x64',
  arm64: 'arm64',
  arm: 'arm',
  ia32: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  x64: 'x64',
};

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (lock.packages[`${path}/node_modules/${name}`] || lock.packages[`node_modules/${name}`])
      continue;
    const words = name.split(/[/-]/);
    const os = words.filter((word) => systems.includes(word));
    const cpu = words.filter((word) => word in processors).map((word) => processors[word]);
    if (os.length === 0 || cpu.length === 0)
      throw new Error(`${name} is missing and names no platform`);
    const libc = words.some((word) => word.startsWith('musl')) ? { libc: ['musl'] } : {};
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(dev ? { dev } : {}),
      optional: true,
      os,
      cpu: cpu.slice(0, 1),
      ...libc,
    };
  }
}
const byPath = ([a], [b]) => (a < b ? -1 : 1);
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(byPath));
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
