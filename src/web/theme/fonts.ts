// The letters of every page, as letters.css brings them and page.css names them, for what is drawn by script.
export const fontStack = "'stevie-sans', 'Mukta', 'Mukta Vaani', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Devanagari', sans-serif"
