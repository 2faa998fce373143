"""An image as buildah writes it, without what differs from one build to the next.

    settled_archive.py ARCHIVE EPOCH OUT

The configuration of an image in Docker's format names the working container that it came from, by a
random id, and the name of an image is the hash of its configuration. OUT is the archive of the same
image without that container; it leaves out what only versions of Docker before 1.10 read.
"""

import hashlib
import io
import json
import sys
import tarfile


def main(archive, epoch, out):
    with tarfile.open(archive) as tar:
        (image,) = json.load(tar.extractfile("manifest.json"))
        configuration = json.load(tar.extractfile(image["Config"]))
        layers = {name: tar.extractfile(name).read() for name in image["Layers"]}

    del configuration["container"], configuration["container_config"]
    del configuration["config"]["Hostname"]
    content = json.dumps(configuration, sort_keys=True).encode()
    image["Config"] = hashlib.sha256(content).hexdigest() + ".json"
    manifest = json.dumps([image], sort_keys=True).encode()
    files = {"manifest.json": manifest, image["Config"]: content, **layers}

    with tarfile.open(out, "w", format=tarfile.USTAR_FORMAT) as tar:
        for name in sorted(files):
            entry = tarfile.TarInfo(name)
            entry.size = len(files[name])
            entry.mtime = int(epoch)
            tar.addfile(entry, io.BytesIO(files[name]))


if __name__ == "__main__":
    main(*sys.argv[1:])
