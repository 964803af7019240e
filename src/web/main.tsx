// Mounts the web: languages first, then tenant, theme, session and the addresses.
import { createRoot } from 'react-dom/client'
import { startLanguages } from './locales/i18n.ts'
import { createAppRouter } from './routes.tsx'
import { App } from './shell/app.tsx'

const place = document.getElementById('root')
if (!place) throw new Error('The page has no #root')
// Not awaited at the top: this file shares a chunk with others, and a language that imported one of them would wait for itself.
void startLanguages().then(() => createRoot(place).render(<App router={createAppRouter()} />))
