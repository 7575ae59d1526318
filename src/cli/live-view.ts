import type { Screen } from './cli-io.ts';

export interface LiveView {
  /** Shows what `render` makes for the width of the terminal, and again when that changes. */
  show(render: (columns: number) => string): void;
  /** Gives the terminal back as it was. */
  close(): void;
}

/** Begins a control sequence (ECMA-48). */
const csi = '\u001b[';
const [enter, leave] = [`${csi}?1049h${csi}?25l`, `${csi}?25h${csi}?1049l`];
/** The terminal shows what is between these at once, so that nothing flickers. */
const [begin, end] = [`${csi}?2026h`, `${csi}?2026l`];

/**
 * A view on the terminal's second screen, drawn over itself. The first screen, with what stood there
 * before, and the cursor come back at the end.
 */
export function openLiveView(screen: Screen): LiveView {
  let last: ((columns: number) => string) | undefined;
  let isOpen = true;
  const draw = (): void => {
    if (!last || !isOpen) return;
    const { columns, rows } = screen.size();
    const lines = last(columns).split('\n').slice(0, rows);
    const cut = lines.map((line) => `${[...line].slice(0, columns).join('')}${csi}K`);
    screen.write(`${begin}${csi}H${cut.join('\r\n')}${csi}J${end}`);
  };
  const restore = (): void => {
    if (isOpen) screen.write(leave);
    isOpen = false;
  };
  screen.write(enter);
  const stopResizing = screen.onResize(draw);
  const stopRestoring = screen.atExit(restore);
  return {
    show(render) {
      last = render;
      draw();
    },
    close() {
      stopResizing();
      stopRestoring();
      restore();
    },
  };
}
