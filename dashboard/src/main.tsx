import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/controls.css';
import './styles/shell.css';
import './styles/pages.css';
import './styles/swaps.css';
import './styles/filters.css';
import './styles/bulk.css';

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
