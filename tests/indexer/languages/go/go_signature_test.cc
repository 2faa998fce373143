#include "languages/go/go_signature.h"

#include <gtest/gtest.h>

namespace waymark::indexer {
namespace {

TEST(GoMethodType, LeavesOutReceiverAndNames) {
  EXPECT_EQ(GoMethodType("func (m *Map) Get(key string) (v fs.FS, ok bool)"), "(string)(FS,bool)");
  EXPECT_EQ(GoMethodType("Get(string) (FS, bool)"), "(string)(FS,bool)");
}

TEST(GoMethodType, GivesEachNameItsType) {
  EXPECT_EQ(GoMethodType("Move(x, y int, by []T)"), "(int,int,[]T)()");
}

TEST(GoMethodType, TellsGenericTypesFromNamedOnes) {
  EXPECT_EQ(GoMethodType("Add(List[int])"), "(List[int])()");
  EXPECT_EQ(GoMethodType("Add(list []int)"), "([]int)()");
  EXPECT_EQ(GoMethodType("Add(list [3]int)"), "([3]int)()");
  EXPECT_EQ(GoMethodType("func (l *List[T]) Map(m map[string]*pkg.T) *List[T]"),
            "(map[string]*T)(*List[T])");
}

TEST(GoMethodType, LooksIntoFunctionTypes) {
  EXPECT_EQ(
      GoMethodType("Walk(visit func(path string, d fs.DirEntry) (skip bool, err error)) error"),
      "(func(string,DirEntry)(bool,error))(error)");
}

TEST(GoMethodType, KnowsChannelsVariadicsAndEmptyInterfaces) {
  EXPECT_EQ(GoMethodType("Send(c <-chan int, args ...interface{})"), "(<-chan int,...any)()");
}

TEST(GoMethodType, IsEmptyForWhatIsNoWholeSignature) {
  EXPECT_EQ(GoMethodType("func (m *Map) Get(key str..."), "");
  EXPECT_EQ(GoMethodType("type Map struct"), "");
  EXPECT_EQ(GoMethodType("Get() (a int, b..."), "");
  EXPECT_EQ(GoMethodType(""), "");
  EXPECT_EQ(GoMethodType("func )"), "");
}

}  // namespace
}  // namespace waymark::indexer
