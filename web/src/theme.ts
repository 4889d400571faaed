// Linehaul's look: eucalypt green, ochre, calm greys. Text colours have a contrast of at least 4.5 to 1 at every size,
// in light and dark.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const eucalypt: MantineColorsTuple = [
  '#eef7f3',
  '#dcece4',
  '#b7d7c8',
  '#8dc1aa',
  '#67ad8e',
  '#4a9f7b',
  '#2f8d67',
  '#1b7454',
  '#155d43',
  '#0e4732',
];

const ochre: MantineColorsTuple = [
  '#fff6e6',
  '#fdeaca',
  '#fad49a',
  '#f6bc64',
  '#f3a83a',
  '#ec9a20',
  '#d4830f',
  '#a8650a',
  '#865007',
  '#653b03',
];

/** Greys of the dark theme, slightly green. */
const dark: MantineColorsTuple = [
  '#e3e9e6',
  '#bcc7c2',
  '#9aa7a1',
  '#72817a',
  '#45524c',
  '#34403b',
  '#26312d',
  '#1a2320',
  '#131b18',
  '#0d1311',
];

export const theme = createTheme({
  colors: { eucalypt, ochre, dark },
  primaryColor: 'eucalypt',
  primaryShade: { light: 7, dark: 7 },
  fontFamily: "'Public Sans Variable', system-ui, sans-serif",
  headings: {
    fontFamily: "'Public Sans Variable', system-ui, sans-serif",
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.625rem', lineHeight: '1.25' },
      h2: { fontSize: '1.2rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    // Badges never shrink below their text, because "C…" in a crowded table says nothing.
    Badge: {
      styles: {
        root: { textTransform: 'none', minInlineSize: 'max-content' },
        label: { fontWeight: 600 },
      },
    },
    Anchor: { defaultProps: { underline: 'always' } },
    Button: { defaultProps: { fw: 600 } },
    Tooltip: {
      defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } },
    },
    // Without the placeholder, which screen readers would read as a menu item; the first item gets the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    // Dimmed text stays readable while the pointer is over its row.
    Table: { defaultProps: { highlightOnHoverColor: 'var(--soft)' } },
    Modal: {
      // Not blurred: without a graphics processor, each frame of an open dialog would take 60 ms longer.
      defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.5 } },
      // Titles can contain names of any length, so they wrap.
      styles: { title: { lineHeight: 1.3, overflowWrap: 'anywhere' } },
    },
  },
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#56615c',
    '--mantine-color-placeholder': '#68736e',
    '--mantine-color-error': '#c02626',
    '--mantine-color-anchor': eucalypt[8],
    '--page': '#f6f8f7',
    '--panel': '#ffffff',
    '--line': '#dfe5e2',
    // More contrast than the lines between panels, so that the remaining steps are visible.
    '--step': '#8d9a94',
    '--soft': '#eef2f0',
    '--ochre-text': ochre[8],
    '--good': eucalypt[8],
    '--rail': '#0f2a21',
    '--rail-ink': '#dcebe4',
    '--rail-soft': '#a7c4b7',
    '--rail-active': '#1d4637',
  },
  dark: {
    '--mantine-color-placeholder': '#8e9b95',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-anchor': eucalypt[3],
    '--page': '#111816',
    '--panel': '#1a2320',
    '--line': '#2e3a35',
    '--step': '#7d8c85',
    '--soft': '#222d29',
    '--ochre-text': ochre[3],
    '--good': eucalypt[3],
    '--rail': '#0c1512',
    '--rail-ink': '#dcebe4',
    '--rail-soft': '#9db8ac',
    '--rail-active': '#1b332a',
  },
});
