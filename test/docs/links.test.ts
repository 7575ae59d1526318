import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folders = ['src', 'test', 'client', 'sandbox', 'workers', 'scripts', 'bench', 'docs'];
const pagesAtRoot = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];

/** Without fenced and indented code: nothing in it is a link or a heading. */
function prose(markdown: string): string {
  return markdown.replaceAll(/^ *(```+)[^`\n]*\n.*?^ *\1 *$/gms, '').replaceAll(/^ {4}.*$/gm, '');
}

/**
 * The anchors that GitHub gives a page's headings: lower case, spaces as hyphens, no punctuation.
 */
function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, title = ''] of prose(markdown).matchAll(/^#{1,6} +(.*?) *#*$/gm)) {
    const text = title
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>');
    const slug = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    for (let count = 0; ; count += 1) {
      const anchor = count === 0 ? slug : `${slug}-${count}`;
      if (anchors.has(anchor)) continue;
      anchors.add(anchor);
      break;
    }
  }
  return anchors;
}

/** What links of a page point to, without other sites. */
function linksOf(markdown: string): string[] {
  const text = prose(markdown).replaceAll(/`[^`\n]*`/g, '');
  const inline = [...text.matchAll(/\]\(([^()\s]+)(?: "[^"]*")?\)/g)];
  const defined = [...text.matchAll(/^\[[^\]]+\]: +(\S+)/gm)];
  return [...inline, ...defined]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

/**
 * Paths of the project in backticks, also those after `npx vitest run`, each part of a brace on its
 * own.
 */
function pathsOf(markdown: string): string[] {
  const spans = [...prose(markdown).matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  return spans
    .flatMap((span) => span.split(/\s+/))
    .map((word) => word.replace(/[,;]$/, '').replace(/:\d+$/, ''))
    .filter((word) => folders.some((folder) => word.startsWith(`${folder}/`)))
    .flatMap(withoutBraces);
}

function withoutBraces(path: string): string[] {
  const [, before = '', choices, after = ''] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(path) ?? [];
  return choices === undefined
    ? [path]
    : choices.split(',').flatMap((choice) => withoutBraces(`${before}${choice.trim()}${after}`));
}

/**
 * A path as a pattern: `*` and `<family>` stand for any name, `**` for any folders, `…` for
 * anything.
 */
function patternOf(path: string): RegExp {
  const source = path
    .replace(/\/$/, '')
    .split(/(\*\*|\*|<[^>]*>|…)/)
    .map((part, at) =>
      at % 2 === 0 ? escaped(part) : part === '**' || part === '…' ? '.*' : '[^/]*',
    );
  return new RegExp(`^${source.join('')}$`);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

let pages: { page: string; markdown: string }[] = [];
let paths: string[] = [];

beforeAll(async () => {
  const below = await Promise.all(
    folders.map((folder) => readdir(join(root, folder), { recursive: true })),
  );
  paths = below
    .flatMap((names, at) => names.map((name) => `${folders[at]}/${name}`))
    .concat(folders);
  const names = [
    ...pagesAtRoot,
    ...paths.filter((path) => path.startsWith('docs/') && path.endsWith('.md')),
  ];
  pages = await Promise.all(
    names.map(async (page) => ({ page, markdown: await readFile(join(root, page), 'utf8') })),
  );
});

describe('the documentation', () => {
  it('links to files that exist, and to headings in them', async () => {
    const broken: string[] = [];
    for (const { page, markdown } of pages) {
      for (const link of linksOf(markdown)) {
        const [target = '', anchor] = link.split('#');
        const file =
          target === '' ? page : relative(root, join(root, dirname(page), decodeURI(target)));
        const found = await stat(join(root, file)).catch(() => undefined);
        if (!found) broken.push(`${page}: ${link}: no such file`);
        else if (anchor !== undefined && file.endsWith('.md')) {
          const linked =
            pages.find((one) => one.page === file)?.markdown ??
            (await readFile(join(root, file), 'utf8'));
          if (!anchorsOf(linked).has(anchor)) broken.push(`${page}: ${link}: no such heading`);
        }
      }
    }
    expect(broken).toEqual([]);
  });

  it('names paths that exist', () => {
    const missing = pages.flatMap(({ page, markdown }) =>
      [...new Set(pathsOf(markdown))]
        .filter((path) => !paths.some((one) => patternOf(path).test(one)))
        .map((path) => `${page}: ${path}`),
    );
    expect(missing).toEqual([]);
  });
});

describe('the check itself', () => {
  it('has the anchors of GitHub', () => {
    const page = '# A `b_c` (d), e–f\n\n## Same\n## Same\n\n```\n# none\n```\n';
    expect([...anchorsOf(page)]).toEqual(['a-b_c-d-ef', 'same', 'same-1']);
  });

  it('sees links and paths, and no code', () => {
    expect(
      linksOf('[a](b.md#c) `[x](y)` [d](https://e.example) ![f](g.svg)\n\n    [h](i)\n'),
    ).toEqual(['b.md#c', 'g.svg']);
    expect(pathsOf('`src/{a,b}.ts` `npx vitest run test/c` `core/d.ts`')).toEqual([
      'src/a.ts',
      'src/b.ts',
      'test/c',
    ]);
    expect(patternOf('src/families/<family>/guard/').test('src/families/evm/guard')).toBe(true);
  });
});
