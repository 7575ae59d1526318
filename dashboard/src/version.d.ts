/** Of the package that this page is built from, and that serves it. */
declare const __FERRYMAN_VERSION__: string;
