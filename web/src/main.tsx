// The entry point: theme, query cache, router, and the end of a session.
import '@fontsource-variable/public-sans/wght.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './styles.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { onSignedOut, onUnreachable } from './api/client.ts';
import { untilReachable } from './api/connection.ts';
import { listenToOtherTabs } from './api/other-tabs.ts';
import { endSession } from './api/session.ts';
import { printInLight } from './light-on-paper.ts';
import { pageNonce } from './nonce.ts';
import { ConnectionNote, noConnection } from './parts/connection-note.tsx';
import { queries, router } from './router.tsx';
import { cssVariables, theme } from './theme.ts';

listenToOtherTabs();
printInLight();
onUnreachable(() => void untilReachable());
onSignedOut(() => {
  endSession(queries);
  void router.invalidate();
});

const place = document.getElementById('root');
if (place === null) throw new Error('index.html has lost its root');
// The skeleton stays until the first page is complete, and says so if the connection is lost meanwhile.
const endOfWait = onlineManager.subscribe((isOnline) =>
  document.getElementById('loading')?.replaceChildren(isOnline ? 'Loading…' : noConnection),
);
// Queries that wait for the connection continue only in a mounted client.
queries.mount();
await router.load();
endOfWait();
sessionStorage.removeItem('linehaul-attempts');

createRoot(place).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    getStyleNonce={() => pageNonce}
  >
    <Notifications position="top-right" />
    <SkeletonEnd />
    <ConnectionNote />
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
);

/** In the same frame as the page appears. */
function SkeletonEnd(): null {
  useLayoutEffect(() => document.getElementById('skeleton')?.remove(), []);
  return null;
}
