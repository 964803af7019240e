// The typeface the product ships with (Latin and Devanagari, each fetched only when its letters appear).
// A tenant may supply stevie-sans; it stands first in the stack and is simply absent otherwise.
import '@fontsource/mukta/400.css'
import '@fontsource/mukta/500.css'
import '@fontsource/mukta/600.css'

export const fontStack = "'stevie-sans', 'Mukta', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Noto Sans Devanagari', sans-serif"
