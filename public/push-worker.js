// Shows what the programme tells somebody while none of its pages is open, and opens their inbox when it is touched. Registered when
// they switch it on (src/web/api/push-device.ts); it fetches nothing and holds nothing back, so no other page knows of it.
self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('push', (event) => {
  const { id, title, code, link, language } = event.data.json()
  // The same one again, from a second try, takes the place of the first without a sound.
  const looks = { body: code, tag: id, lang: language, icon: '/favicon.svg', data: { link } }
  event.waitUntil(self.registration.showNotification(title, looks))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(String(event.notification.data?.link ?? '/')))
})

async function open(link) {
  const address = new URL(link, self.location.origin)
  if (address.origin !== self.location.origin) return
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = pages.find(({ url }) => new URL(url).pathname === address.pathname)
  await (there ? there.focus() : self.clients.openWindow(address.href))
}
