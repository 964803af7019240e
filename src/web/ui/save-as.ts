// Hands bytes that were fetched with the person's token to the browser as a download.

export function saveAs(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser needs the address until it has started to write.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
