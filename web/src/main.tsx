// The entry point: theme, query cache, router, and the end of a session.
import '@fontsource-variable/public-sans/wght.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './styles.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { onSignedOut } from './api/client.ts';
import { listenToOtherTabs } from './api/other-tabs.ts';
import { endSession } from './api/session.ts';
import { printInLight } from './light-on-paper.ts';
import { pageNonce } from './nonce.ts';
import { queries, router } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

listenToOtherTabs();
printInLight();
onSignedOut(() => {
  endSession(queries);
  void router.invalidate();
});

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has lost its root');
createRoot(place).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    getStyleNonce={() => pageNonce}
  >
    <Notifications position="top-right" />
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
);
