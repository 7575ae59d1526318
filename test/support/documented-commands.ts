/** A block of code in a page that is no diagram. */
export type Snippet = { language: 'shell'; command: string } | { language: string; text: string };

/**
 * The code of a page, in its order: each command of a shell on its own, without its comment, and
 * each block in another language as a whole. Indented blocks are commands; fenced ones without a
 * language are diagrams.
 */
export function documentedSnippets(markdown: string): Snippet[] {
  const found: Snippet[] = [];
  const blocks =
    /^```(?<language>\w*)\n(?<fenced>.*?)^```$|(?<indented>(?:^ {4}[^\n]*\n|^\n(?= {4}))+)/gms;
  for (const { groups = {} } of markdown.matchAll(blocks)) {
    const { language = '', fenced, indented } = groups;
    if (indented !== undefined) found.push(...commandsOf(indented.replaceAll(/^ {4}/gm, '')));
    else if (language === 'sh' || language === 'bash') found.push(...commandsOf(fenced ?? ''));
    else if (language !== '') found.push({ language, text: fenced ?? '' });
  }
  return found;
}

/**
 * Commands and requests to the API within a page's sentences. `…` makes one a name, and no command.
 */
export function inlineCommands(markdown: string): string[] {
  const sentences = markdown.replaceAll(/^```.*?^```$/gms, '').replaceAll(/^ {4}.*$/gm, '');
  const found = sentences.match(/(?<=`)(npm|npx|ferryman|GET|POST) [^`…\n]+(?=`)/g) ?? [];
  return [...new Set(found)];
}

function commandsOf(block: string): Snippet[] {
  const commands: string[] = [];
  let open = '';
  for (const line of block.split('\n')) {
    const text = open === '' ? withoutComment(line) : `${open}\n${withoutComment(line)}`;
    const isOpen = text.endsWith('\\') || (text.match(/'/g)?.length ?? 0) % 2 === 1;
    open = isOpen ? text : '';
    if (!isOpen && text.trim() !== '') commands.push(text.trim());
  }
  return commands.map((command) => ({ language: 'shell', command }));
}

function withoutComment(line: string): string {
  return line.replace(/(^|\s+)#\s.*$/, '');
}
