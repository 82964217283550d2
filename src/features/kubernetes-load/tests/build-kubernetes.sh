#!/bin/sh
# Builds the programs of a Kubernetes into a folder, for src/features/kubernetes-load/tests: build-kubernetes.sh FOLDER [VERSION]
# Needs Go and, from the distribution, etcd-server, busybox-static and containernetworking-plugins (their files may be
# unpacked under $ROOT instead of installed). Two cores take about seven minutes, with empty caches.
set -e
folder=$(mkdir -p "$1" && cd "$1" && pwd)
version=${2:-1.34.4}
source=$(mktemp -d)
trap 'rm -rf "$source"' EXIT

cp -r "$(go mod download -json "k8s.io/kubernetes@v$version" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')/." "$source"
chmod -R u+w "$source"
cd "$source"
export GOWORK=off
# The module refers to folders that only its repository has; they are published as modules of their own.
staged=$(sed -n 's#^\t\(k8s.io/[a-z-]*\) => ./staging/.*#\1#p' go.mod)
for module in $staged; do
  go mod edit -dropreplace="$module"
  grep -q "^	$module v0.0.0" go.mod && go mod edit -require="$module@v0.${version#*.}"
done
named=k8s.io/component-base/version
flags="-s -w -X $named.gitVersion=v$version"
for program in kube-apiserver kube-controller-manager kube-scheduler kubelet kubectl; do
  CGO_ENABLED=0 go build -mod=mod -p 2 -trimpath -ldflags "$flags" -o "$folder/" "./cmd/$program"
done

mkdir -p "$folder/cni"
cp "$ROOT/usr/bin/etcd" "$ROOT/bin/busybox" "$folder/"
for plugin in bridge host-local loopback; do cp "$ROOT/usr/lib/cni/$plugin" "$folder/cni/"; done
