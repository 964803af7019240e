// Whether this browser reads QR codes from its camera by itself (Shape Detection API). Where it does not, the code is typed:
// a library for it would weigh more than the whole public page, and every phone's own camera reads the symbol.

export type Detector = { detect(source: CanvasImageSource): Promise<{ rawValue: string }[]> }
type DetectorClass = new (options: { formats: string[] }) => Detector

const detectorClass = (): DetectorClass | undefined => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector

export const canScan = (): boolean => detectorClass() !== undefined && typeof navigator.mediaDevices?.getUserMedia === 'function'
export function openDetector(): Detector {
  const Found = detectorClass()
  if (!Found) throw new Error('This browser reads no QR codes.')
  return new Found({ formats: ['qr_code'] })
}
